import { describe, expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

const stream = (...chunks: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      controller.close()
    },
  })

async function read(...chunks: (string | Uint8Array)[]) {
  const grown: string[] = []
  const answer = await readAnswer(stream(...chunks), (text) => grown.push(text))
  return { answer, grown }
}

describe('reading an answer', () => {
  test('the text grows frame by frame until [DONE]', async () => {
    const { answer, grown } = await read(frame('Talk '), frame('to users.'), 'data: [DONE]\n\n', frame('never seen'))
    expect(answer).toBe('Talk to users.')
    expect(grown).toEqual(['Talk ', 'Talk to users.'])
  })

  test('comments, blank lines and frames without text are skipped', async () => {
    const role = 'data: {"choices":[{"delta":{"role":"assistant"}}]}\n\n'
    const { answer } = await read(
      ': ping\n\n',
      '\n\n',
      role,
      frame('Yes'),
      'data: {"choices":[]}\n\n',
      'data: [DONE]\n\n',
    )
    expect(answer).toBe('Yes')
  })

  test('a chunk may end anywhere, even inside a character', async () => {
    const bytes = new TextEncoder().encode(frame('naïve – ☀') + 'data: [DONE]\r\n\r\n')
    for (let cut = 1; cut < bytes.length; cut++) {
      const { answer } = await read(bytes.slice(0, cut), bytes.slice(cut))
      expect(answer).toBe('naïve – ☀')
    }
  })

  test('frames on neighbouring lines count as well', async () => {
    const { answer } = await read(frame('a').trimEnd() + '\n' + frame('b').trimEnd() + '\ndata: [DONE]\n')
    expect(answer).toBe('ab')
  })

  test('an error told inside the stream is no text', async () => {
    await expect(read(frame('Half'), 'data: {"error":"gone"}\n\n')).rejects.toThrow(/choices/)
    await expect(read('data: {"choices"\n\n')).rejects.toThrow(SyntaxError)
  })
})
