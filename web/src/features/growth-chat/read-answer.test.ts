import { describe, expect, test, vi } from 'vitest'
import { readAnswer } from './read-answer.ts'

const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
const done = 'data: [DONE]\n\n'

/** @param cut the stream's error after the chunks; default: it is closed */
const stream = (chunks: (string | Uint8Array)[], cut?: Error) => {
  const left = [...chunks]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk !== undefined)
        return controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      return cut ? controller.error(cut) : controller.close()
    },
  })
}

async function read(chunks: (string | Uint8Array)[], cut?: Error) {
  const grown: string[] = []
  const reading = await readAnswer(stream(chunks, cut), { onText: (text) => grown.push(text), onBytes: () => {} })
  return { ...reading, grown }
}

describe('readAnswer', () => {
  test('returns the text piece by piece until [DONE]', async () => {
    expect(await read([frame('Talk '), frame('to users.'), done, frame('never seen')])).toEqual({
      end: 'complete',
      text: 'Talk to users.',
      grown: ['Talk ', 'Talk to users.'],
    })
  })

  test('a chunk may end anywhere, even inside a character', async () => {
    const bytes = new TextEncoder().encode(frame('naïve – ☀') + 'data: [DONE]\r\n\r\n')
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(await read([bytes.slice(0, cut), bytes.slice(cut)])).toMatchObject({ end: 'complete', text: 'naïve – ☀' })
    }
  })

  test('distinguishes a stream that ends without [DONE] from one that is cut', async () => {
    expect(await read([frame('Half')])).toMatchObject({ end: 'unfinished', text: 'Half' })
    expect(await read([frame('Half')], new TypeError('network error'))).toMatchObject({ end: 'cut', text: 'Half' })
    expect(await read([frame('Half'), 'data: {"choices":[{"del'])).toMatchObject({ end: 'cut', text: 'Half' })
  })

  test('distinguishes a response without a body from one without text', async () => {
    expect(await read([])).toMatchObject({ end: 'missing', text: '' })
    expect(await read([done])).toMatchObject({ end: 'complete', text: '' })
    expect(await read([': ping\n\n'])).toMatchObject({ end: 'unfinished', text: '' })
  })

  test('reports every chunk, with or without text', async () => {
    const onBytes = vi.fn()
    await readAnswer(stream([': ping\n\n', frame('Yes.'), done]), { onText: () => {}, onBytes })
    expect(onBytes).toHaveBeenCalledTimes(3)
  })

  test('an error inside the stream is not text', async () => {
    expect(await read([frame('Half'), 'data: {"error":{"message":"gone"}}\n\n', done])).toMatchObject({
      end: 'failed',
      text: 'Half',
    })
  })
})
