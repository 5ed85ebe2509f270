import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { modelOf, openAnswer, TookTooLong, type Model } from './model.ts'

const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

/** A model that has sent `chunks` and is silent from then on, until its request is ended. */
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

/** How a promise ends: what it rejects with, or its value; undefined while it is waited for. */
function outcomeOf(promise: Promise<unknown>) {
  const outcome: { of?: unknown } = {}
  void promise.then(
    (value) => (outcome.of = value),
    (error: unknown) => (outcome.of = error),
  )
  return outcome
}

describe('the time that a model has', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('30 seconds until it answers at all', async () => {
    const answer = outcomeOf(ask(neverAnswers))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(answer.of).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(answer.of).toMatchObject({ ok: false, failure: { status: 504 } })
  })

  test('30 seconds until its first byte, even when it has begun the response', async () => {
    const pieces = await piecesOf(silentAfter())
    const first = outcomeOf(pieces.next())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(first.of).toBeInstanceOf(TookTooLong)
  })

  test('a byte is enough: some think aloud before they speak', async () => {
    const pieces = await piecesOf(silentAfter(': thinking\n\n'))
    const next = outcomeOf(pieces.next())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(next.of).toBeUndefined()
  })

  test('120 seconds for the whole answer', async () => {
    const pieces = await piecesOf(silentAfter(frame('Well')))
    expect(await pieces.next()).toEqual({ done: false, value: 'Well' })
    const next = outcomeOf(pieces.next())
    await vi.advanceTimersByTimeAsync(119_999)
    expect(next.of).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(next.of).toBeInstanceOf(TookTooLong)
  })

  test('or what the operator gives it', async () => {
    const quick = modelOf({ env: { ...env, AI_FIRST_BYTE_SECONDS: '2', AI_ANSWER_SECONDS: '5' } })
    expect(quick?.seconds).toEqual({ firstByte: 2, wholeAnswer: 5 })
  })

  test('none once the answer is over', async () => {
    const pieces = await piecesOf(silentAfter(frame('Well'), 'data: [DONE]\n\n'))
    await pieces.next()
    expect(await pieces.next()).toEqual({ done: true, value: undefined })
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a caller who goes away ends the request', async () => {
  const caller = new AbortController()
  const pieces = await piecesOf(silentAfter(frame('Well')), caller.signal)
  await pieces.next()
  caller.abort(new Error('gone'))
  await expect(pieces.next()).rejects.toThrow('gone')
})

test('the request is the one of the chat-completions API', async () => {
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
    model: 'small',
  })
})
