import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAnswer, AnswerTimeout, trimHistory, type ModelMessage } from './model.ts'
import { modelOf, type Model } from './model-settings.ts'

const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

/** A model that has sent `chunks` and then stalls until its request is aborted. */
function silentAfter(...chunks: string[]): typeof fetch {
  return async (_, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      },
    })
    return new Response(body)
  }
}

const neverAnswers: typeof fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)))

const env = { AI_BASE_URL: 'http://model.test/v1/', AI_API_KEY: 'key', AI_MODEL: 'small' }
const model = modelOf({ env }) as Model
const ask = (fetchModel: typeof fetch, signal = new AbortController().signal) =>
  openAnswer(model, [{ role: 'user', content: 'Hello' }], signal, fetchModel)

async function piecesOf(fetchModel: typeof fetch, signal?: AbortSignal) {
  const answer = await ask(fetchModel, signal)
  if (!answer.ok) throw new Error(answer.failure.reason)
  return answer.value[Symbol.asyncIterator]()
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The outcome of a promise: its error or its value; undefined while it is pending. */
function outcomeOf(promise: Promise<unknown>) {
  const outcome: { of?: unknown } = {}
  void promise.then(
    (value) => (outcome.of = value),
    (error: unknown) => (outcome.of = error),
  )
  return outcome
}

describe('trimHistory', () => {
  const system = { role: 'system', content: 's'.repeat(10) } as const
  const said = (content: string): ModelMessage => ({ role: 'user', content })

  test.each([
    ['everything that fits', 40, ['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10)], 3],
    ['the newest messages', 39, ['a'.repeat(10), 'b'.repeat(10), 'c'.repeat(10)], 2],
    ['the last message, whatever its length', 5, ['a', 'b', 'c'.repeat(100)], 1],
    ['no message behind one that was left out', 40, ['a', 'b'.repeat(30), 'c'.repeat(10)], 1],
  ])('keeps %s', (_, characters, contents, kept) => {
    const trimmed = trimHistory([system, ...contents.map(said)], characters)
    expect(trimmed).toEqual([system, ...contents.slice(-kept).map(said)])
  })
})

describe('what a log may hold of a failure', () => {
  test.each(['key', 'Bearer key', 'k e\u200by'])(
    'the code %j, which repeats the API key, is left out',
    async (code) => {
      const refused = await ask(async () => Response.json({ error: { message: 'Wrong key', code } }, { status: 401 }))
      expect(refused).toMatchObject({ ok: false, failure: { cause: 'the model answered 401 (without a code)' } })
      const begun = await piecesOf(silentAfter(`data: ${JSON.stringify({ error: { type: code, param: 'n' } })}\n\n`))
      await expect(begun.next()).rejects.toThrow(/an error: n$/)
    },
  )

  test('a frame that is not JSON is not quoted', async () => {
    const begun = await piecesOf(silentAfter('data: Your runway is 4.2 months\n\n'))
    await expect(begun.next()).rejects.toThrow(/^a frame of the stream is not JSON$/)
  })
})

describe('model timeouts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('a model times out after 30 seconds without a response', async () => {
    const answer = outcomeOf(ask(neverAnswers))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(answer.of).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(answer.of).toMatchObject({ ok: false, failure: { status: 504 } })
  })

  test('a model times out after 30 seconds without a byte, even after the response headers', async () => {
    const pieces = await piecesOf(silentAfter())
    const first = outcomeOf(pieces.next())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(first.of).toBeInstanceOf(AnswerTimeout)
  })

  test('any byte ends the first timeout, since some models send reasoning first', async () => {
    const pieces = await piecesOf(silentAfter(': thinking\n\n'))
    const next = outcomeOf(pieces.next())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(next.of).toBeUndefined()
  })

  test('a model times out after 120 seconds for the whole answer', async () => {
    const pieces = await piecesOf(silentAfter(frame('Well')))
    expect(await pieces.next()).toEqual({ done: false, value: 'Well' })
    const next = outcomeOf(pieces.next())
    await vi.advanceTimersByTimeAsync(119_999)
    expect(next.of).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(next.of).toBeInstanceOf(AnswerTimeout)
  })

  test('a model uses the operator’s timeouts', async () => {
    const quick = modelOf({ env: { ...env, AI_FIRST_BYTE_SECONDS: '2', AI_ANSWER_SECONDS: '5' } })
    expect(quick?.seconds).toEqual({ firstByte: 2, wholeAnswer: 5 })
  })

  test('an answer that has ended is complete, although its connection stays open or breaks', async () => {
    const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`
    const pieces = await piecesOf(silentAfter(frame('Well'), end))
    await pieces.next()
    const next = outcomeOf(pieces.next())
    await vi.advanceTimersByTimeAsync(5000)
    expect(next.of).toEqual({ done: true, value: undefined })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a model has no timeout after the end of the answer', async () => {
    const pieces = await piecesOf(silentAfter(frame('Well'), 'data: [DONE]\n\n'))
    await pieces.next()
    expect(await pieces.next()).toEqual({ done: true, value: undefined })
    expect(vi.getTimerCount()).toBe(0)
  })
})

test.each(['frames without text', 'one compressed response'])(
  'a response of more than 32 MB ends the answer with an error: %s',
  async (how) => {
    const lines = ': wait\n'.repeat(100_000)
    let pulled = 0
    const long = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulled++ > 100) return controller.close()
        return controller.enqueue(new TextEncoder().encode(lines))
      },
    })
    let turns = 0
    const others = setInterval(() => turns++, 1)
    onTestFinished(() => clearInterval(others))
    const whole = gzipSync(lines.repeat(60))
    const begun = await piecesOf(async () =>
      how === 'frames without text'
        ? new Response(long)
        : new Response(new Response(whole).body?.pipeThrough(new DecompressionStream('gzip'))),
    )
    await expect(begun.next()).rejects.toThrow('the response of the model is too long')
    expect(pulled).toBeLessThan(60)
    expect(turns).toBeGreaterThan(20)
  },
)

test.each([
  ['99999999999999999999999', 86_400],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ['2147484', 86_400],
  ['-5', 0],
  ['soon', undefined],
])('the pause %j of a busy model is passed on as %j seconds', async (header, retryAfter) => {
  const busy = async () => new Response('{}', { status: 429, headers: { 'Retry-After': header } })
  expect(await ask(busy)).toMatchObject({ ok: false, failure: { status: 429, error: { retryAfter } } })
})

test('a stalled answer is aborted, also after a garbage collection', async () => {
  const stalling = createServer((_, response) => void response.writeHead(200).write(frame('Half')))
  await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => stalling.closeAllConnections())
  const { port } = stalling.address() as AddressInfo
  const slow = { ...model, baseUrl: `http://127.0.0.1:${port}/v1`, seconds: { firstByte: 1, wholeAnswer: 1 } }
  const answer = await openAnswer(slow, [{ role: 'user', content: 'Hello' }], new AbortController().signal, fetch)
  if (!answer.ok) throw new Error(answer.failure.reason)
  const pieces = answer.value[Symbol.asyncIterator]()
  expect(await pieces.next()).toMatchObject({ value: 'Half' })
  const collecting = setInterval(collectGarbage, 50)
  onTestFinished(() => clearInterval(collecting))
  await expect(pieces.next()).rejects.toThrow(AnswerTimeout)
})

test('a client that disconnects aborts the request', async () => {
  const caller = new AbortController()
  const pieces = await piecesOf(silentAfter(frame('Well')), caller.signal)
  await pieces.next()
  caller.abort(new Error('gone'))
  await expect(pieces.next()).rejects.toThrow('gone')
})

test('the request follows the chat-completions API', async () => {
  const asked: Request[] = []
  await ask(async (input, init) => {
    asked.push(new Request(input, init))
    return new Response(null, { status: 500 })
  })
  expect(asked[0]?.url).toBe('http://model.test/v1/chat/completions')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer key')
  expect(await asked[0]?.json()).toEqual({
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 2000,
    model: 'small',
  })
})
