import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { STREAM_END } from '../../../../domain/growth-chat.ts'

const frameSchema = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.nullish(z.string()) }) })),
})

/**
 * Reads an answer as it is written (SPEC section 7): `data: {"choices":[{"delta":{"content":"…"}}]}` lines, comments and
 * blank lines between them, `data: [DONE]` at the end.
 * @param onText is given all the text so far, each time there is more
 * @returns the whole text
 * @throws when the stream breaks off, or holds a frame that is not text (an error told after the stream began)
 */
export async function readAnswer(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<string> {
  let answer = ''
  let isOver = false
  const take = (line: string) => {
    isOver ||= line.trim() === STREAM_END
    if (isOver || line.trim() === '') return
    const { choices } = frameSchema.parse(JSON.parse(line))
    answer += choices[0]?.delta.content ?? ''
  }
  // Some servers leave out the blank line between frames, which makes them one event of several lines.
  const parser = createParser({ onEvent: ({ data }) => data.split('\n').forEach(take) })

  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    const before = answer
    parser.feed(done ? '\n\n' : value)
    if (answer !== before) onText(answer)
    if (done || isOver) break
  }
  await reader.cancel()
  return answer
}
