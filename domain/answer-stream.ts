import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { STREAM_END } from './growth-chat.ts'

/** Characters of one line: no frame of an answer is longer. */
const MAX_LINE_LENGTH = 1_000_000

/** The stream ended before the answer was complete. */
export class StreamInterrupted extends Error {
  override readonly name = 'StreamInterrupted'
}

const frameSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.nullish(z.object({ content: z.nullish(z.string()), tool_calls: z.nullish(z.array(z.unknown())) })),
      finish_reason: z.nullish(z.string()),
    }),
  ),
})

/**
 * Parses the event stream of an answer (SPEC section 7): `data: {"choices":[{"delta":{"content":"…"}}]}` lines, comments
 * and blank lines between them, `data: [DONE]` at the end. Leaving the loop early cancels the stream.
 * @param onBytes called for every chunk, with text or without
 * @param onToolCall called for every piece of a call to a tool, unchecked: only the server expects some
 * @throws {StreamInterrupted} when the stream ends before the answer does
 * @throws when the stream fails, or holds a frame that is not text (an error after the stream started)
 */
export async function* parseAnswerStream(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
  onToolCall?: (piece: unknown) => void,
): AsyncGenerator<string, void> {
  const pieces: string[] = []
  let isComplete = false
  let isOver = false
  const take = (line: string) => {
    isOver ||= line.trim() === STREAM_END
    if (isOver || line.trim() === '') return
    const [choice] = frameSchema.parse(JSON.parse(line)).choices
    if (choice?.delta?.content) pieces.push(choice.delta.content)
    if (onToolCall) choice?.delta?.tool_calls?.forEach(onToolCall)
    // Some servers end the stream here, without [DONE].
    isComplete ||= Boolean(choice?.finish_reason)
  }
  const parser = createParser({
    onEvent: ({ data }) => take(data),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
    maxBufferSize: MAX_LINE_LENGTH,
  })

  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    while (!isOver) {
      const { done, value } = await reader.read()
      if (!done) onBytes()
      const text = done ? '\n' : decoder.decode(value, { stream: true })
      // Some servers omit the blank line between frames, so each line is a frame.
      try {
        parser.feed(text.replaceAll('\n', '\n\n'))
      } finally {
        // Text before an error is used, even in the same chunk.
        yield* pieces.splice(0)
      }
      if (done && !isOver && !isComplete) throw new StreamInterrupted('The stream ended in the middle of the answer')
      isOver ||= done
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
