import { expect, test } from 'vitest'
import { parseAnswerStream } from './answer-stream.ts'

test.each(['\r', '\n', '\r\n'])('a large chunk of lines that end with %j is read at once', async (lineEnd) => {
  const stream = `${lineEnd.repeat(500_000)}data: {"choices":[{"delta":{"content":"Ten"}}]}${lineEnd}data: [DONE]${lineEnd}`
  const { body } = new Response(stream)
  const startedAt = performance.now()
  const pieces: string[] = []
  if (body) for await (const piece of parseAnswerStream(body, () => undefined)) pieces.push(piece)
  expect(pieces).toEqual(['Ten'])
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
