import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { STREAM_END } from './growth-chat.ts'

/** Characters of one line: no frame of an answer is longer. */
const MAX_LINE_LENGTH = 1_000_000

/** The stream ended before the answer was complete. */
export class StreamInterrupted extends Error {
  override readonly name = 'StreamInterrupted'
}

/** The text that one frame of the stream adds to the answer. */
export interface AnswerFrame {
  readonly text: string
  /** Whether the answer ends here: some servers end the stream without `[DONE]`. */
  readonly isLast: boolean
}

const frameSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.nullish(z.object({ content: z.nullish(z.string()) })),
      finish_reason: z.nullish(z.string()),
    }),
  ),
})

/** @throws when it has another form: an error after the stream started */
function readFrame(frame: unknown): AnswerFrame {
  const [choice] = frameSchema.parse(frame).choices
  return { text: choice?.delta?.content ?? '', isLast: Boolean(choice?.finish_reason) }
}

/** The parser's own message quotes the line, which is a part of the answer, and errors are logged. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new SyntaxError('a frame of the stream is not JSON')
  }
}

/**
 * Parses the event stream of an answer (SPEC section 7): `data: {"choices":[{"delta":{"content":"…"}}]}` lines, comments
 * and blank lines between them, `data: [DONE]` at the end. Leaving the loop early cancels the stream.
 * @param onBytes called for every chunk, with text or without
 * @param read reads one frame, given as parsed JSON; an error that it throws ends the answer
 * @throws {StreamInterrupted} when the stream ends before the answer does
 * @throws when the stream fails, or holds a frame that is not JSON or that `read` refuses
 * @example
 * const { body } = new Response('data: {"choices":[{"delta":{"content":"Ten demos"}}]}\ndata: [DONE]\n')
 * for await (const text of parseAnswerStream(body!, () => {})) expect(text).toBe('Ten demos')
 */
export async function* parseAnswerStream(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
  read: (frame: unknown) => AnswerFrame = readFrame,
): AsyncGenerator<string, void> {
  const pieces: string[] = []
  let isComplete = false
  let isOver = false
  const take = (line: string) => {
    isOver ||= line.trim() === STREAM_END
    if (isOver || line.trim() === '') return
    const { text, isLast } = read(jsonIn(line))
    if (text !== '') pieces.push(text)
    isComplete ||= isLast
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
      // A connection that breaks after the end of the answer lacks nothing but the usage.
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (isComplete) return { done: true, value: undefined } as const
        throw error
      })
      if (!done) onBytes()
      const text = done ? '\n' : decoder.decode(value, { stream: true })
      // Some servers omit the blank line between frames, so each line is a frame.
      try {
        // The parser's search for a line feed behind each carriage return takes seconds where there is none.
        parser.feed(text.replaceAll(/\r\n?|\n/g, '\n\n'))
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
