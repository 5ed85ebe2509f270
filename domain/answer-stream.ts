import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { STREAM_END } from './growth-chat.ts'

/** Characters of one line that are waited for: no frame of an answer is longer. */
const LONGEST_LINE = 1_000_000

/** The stream ended before it said that the answer is complete. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff'
}

const frameSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.nullish(z.object({ content: z.nullish(z.string()) })),
      finish_reason: z.nullish(z.string()),
    }),
  ),
})

/**
 * The pieces of an answer as they are written (SPEC section 7): `data: {"choices":[{"delta":{"content":"…"}}]}` lines,
 * comments and blank lines between them, `data: [DONE]` at the end. Leaving the loop early cancels the stream.
 * @param onBytes called whenever something comes, be it text or not
 * @throws {BrokenOff} when the stream ends before the answer does
 * @throws when it cannot be read on, or holds a frame that is not text (an error told after the stream began)
 */
export async function* readPieces(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string, void> {
  const pieces: string[] = []
  let isComplete = false
  let isOver = false
  const take = (line: string) => {
    isOver ||= line.trim() === STREAM_END
    if (isOver || line.trim() === '') return
    const [choice] = frameSchema.parse(JSON.parse(line)).choices
    if (choice?.delta?.content) pieces.push(choice.delta.content)
    // Some servers end here, without [DONE].
    isComplete ||= Boolean(choice?.finish_reason)
  }
  const parser = createParser({
    onEvent: ({ data }) => take(data),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
    maxBufferSize: LONGEST_LINE,
  })

  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    while (!isOver) {
      const { done, value } = await reader.read()
      if (!done) onBytes()
      const text = done ? '\n' : decoder.decode(value, { stream: true })
      // Some servers leave out the blank line between frames: each line is a frame as soon as it ends.
      try {
        parser.feed(text.replaceAll('\n', '\n\n'))
      } finally {
        // What came before a flaw counts, also when both came at once.
        yield* pieces.splice(0)
      }
      if (done && !isOver && !isComplete) throw new BrokenOff('The stream ended in the middle of the answer')
      isOver ||= done
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
