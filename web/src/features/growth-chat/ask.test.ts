import { afterEach, expect, test, vi } from 'vitest'
import { createAsk } from './ask.ts'

const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
const done = 'data: [DONE]\n\n'

/** One attempt: the server's chunks, and how the stream ends. */
type Try = { says: string; cut?: Error } | { status: number } | Error

const answerOf = (it: Try) => {
  if (it instanceof Error) return Promise.reject(it)
  if ('status' in it) return Promise.resolve(new Response('{}', { status: it.status }))
  const chunks = it.says ? [it.says] : []
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk !== undefined) return controller.enqueue(new TextEncoder().encode(chunk))
      return it.cut ? controller.error(it.cut) : controller.close()
    },
  })
  return Promise.resolve(new Response(body))
}

afterEach(() => void vi.useRealTimers())

const lost = new TypeError('Failed to fetch')
const cut = new TypeError('network error')

async function asks(...tries: Try[]) {
  const turns: string[] = []
  const pauses: number[] = []
  const grown: string[] = []
  const stopping = new AbortController()
  const ask = createAsk({
    post: ({ turn }) => {
      turns.push(turn)
      return answerOf(tries.shift() ?? new Error('too many requests'))
    },
    pause: async (ms) => void pauses.push(ms),
  })
  const request = { turn: 't', user: 'ada', messages: [], onText: (text: string) => grown.push(text) }
  const result = await ask({ ...request, signal: stopping.signal })
  return { result, turns, pauses, grown, left: tries.length }
}

test('retries a lost network after 1 s and after 2 s more, with the same turn', async () => {
  expect(await asks(lost, lost, { says: frame('Yes.') + done })).toMatchObject({
    result: { ok: true, value: 'Yes.' },
    turns: ['t', 't', 't'],
    pauses: [1000, 2000],
  })
})

test('reports the failure after three attempts without a network', async () => {
  const { result, turns } = await asks(lost, lost, lost)
  expect(result).toEqual({ ok: false, failure: 'Failed to fetch' })
  expect(turns).toHaveLength(3)
})

test('requests a cut stream again, and the text never becomes shorter', async () => {
  const { result, grown } = await asks(
    { says: frame('Talk ') + frame('to'), cut },
    { says: frame('Talk '), cut },
    { says: frame('Talk ') + frame('to users.') + done },
  )
  expect(result).toEqual({ ok: true, value: 'Talk to users.' })
  expect(grown).toEqual(['Talk ', 'Talk to', 'Talk to users.'])
})

test('restarts the retries after each attempt with more text', async () => {
  const { result, pauses } = await asks(lost, { says: frame('a'), cut }, lost, { says: frame('ab'), cut }, lost, {
    says: frame('abc') + done,
  })
  expect(result).toEqual({ ok: true, value: 'abc' })
  expect(pauses).toEqual([1000, 1000, 2000, 1000, 2000])
})

test('fails when the answer is cut at the same place each time', async () => {
  const half = { says: frame('Half'), cut }
  expect((await asks(half, half, half, half)).result).toEqual({ ok: false, failure: 'Failed to get response' })
})

test('accepts a stream without [DONE] at the end, unless it was cut before', async () => {
  const all = { says: frame('All of it.') }
  expect((await asks(all, all, all)).result).toEqual({ ok: true, value: 'All of it.' })
  expect((await asks(all, { says: frame('All of it.'), cut }, all)).result.ok).toBe(false)
  expect((await asks({ says: ': ping\n\n' }, { says: ': ping\n\n' }, { says: ': ping\n\n' })).result).toEqual({
    ok: false,
    failure: 'Failed to get response',
  })
})

test.each([
  { what: { status: 413 }, message: 'Your account is full. Please delete what you no longer need.' },
  { what: { status: 429 }, message: 'Rate limit exceeded. Please try again in a moment.' },
  { what: { status: 402 }, message: 'AI usage limit reached. Please contact support.' },
  { what: { status: 500 }, message: 'Failed to get response' },
  { what: { says: '' }, message: 'No response body' },
  { what: { says: 'data: {"error":{"message":"gone"}}\n\n' }, message: 'Failed to get response' },
  { what: new Error('anything'), message: 'Failed to get response' },
])('does not retry $what: $message', async ({ what, message }) => {
  const { result, turns } = await asks(what, { says: frame('Yes.') + done })
  expect(result).toEqual({ ok: false, failure: message })
  expect(turns).toHaveLength(1)
})

/** A server with one stream for each attempt, until its signal aborts. */
function slowly(...tries: ((signal: AbortSignal) => Promise<Response>)[]) {
  vi.useFakeTimers()
  const post = vi.fn((_: unknown, signal: AbortSignal) => tries.shift()!(signal))
  const ask = createAsk({ post, pause: async () => {} })
  const grown: string[] = []
  const onText = (text: string) => void grown.push(text)
  const result = ask({ turn: 't', user: 'ada', messages: [], onText, signal: new AbortController().signal })
  return { post, result, grown }
}

/** Sends chunks at an interval, and repeats the last one. */
const every = (ms: number, ...says: string[]) =>
  new Response(
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, ms))
        controller.enqueue(new TextEncoder().encode(says.length > 1 ? says.shift() : says[0]))
      },
    }),
  )

const never = () => new Promise<Response>(() => {})

test('45 s without a response abort the request and count as a lost attempt', async () => {
  const { post, result } = slowly(never, () => answerOf({ says: frame('Yes.') + done }))
  await vi.advanceTimersByTimeAsync(44_999)
  expect(post).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toEqual({ ok: true, value: 'Yes.' })
  expect(post).toHaveBeenCalledTimes(2)
  expect(post.mock.calls.map(([, signal]) => signal.aborted)).toEqual([true, false])
})

test('45 s without a byte inside an answer count as a lost attempt', async () => {
  const silent = new Response(
    new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(frame('Half'))) }),
  )
  const { result, grown } = slowly(
    () => Promise.resolve(silent),
    () => answerOf({ says: frame('Half') + frame(' and half') + done }),
  )
  await vi.advanceTimersByTimeAsync(45_000)
  expect(await result).toEqual({ ok: true, value: 'Half and half' })
  expect(grown).toEqual(['Half', 'Half and half'])
})

test('fails in the end when the network stays idle', async () => {
  const { post, result } = slowly(never, never, never)
  await vi.advanceTimersByTimeAsync(3 * 45_000)
  expect(await result).toEqual({ ok: false, failure: 'Failed to get response' })
  expect(post).toHaveBeenCalledTimes(3)
})

test('waits while the server sends keepalive comments', async () => {
  const pings = Array.from({ length: 20 }, () => ': ping\n\n')
  const { post, result } = slowly(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30_000))
    return every(15_000, ...pings, frame('At last.') + done)
  })
  await vi.advanceTimersByTimeAsync(30_000 + 22 * 15_000)
  expect(await result).toEqual({ ok: true, value: 'At last.' })
  expect(post).toHaveBeenCalledTimes(1)
})

test('ends at once when aborted before a response', async () => {
  const stopping = new AbortController()
  const ask = createAsk({ post: never, pause: async () => {} })
  const result = ask({ turn: 't', user: 'ada', messages: [], onText: () => {}, signal: stopping.signal })
  stopping.abort()
  expect(await result).toEqual({ ok: true, value: '' })
})

test('after an abort the text so far is the answer, without a retry', async () => {
  const stopping = new AbortController()
  const post = vi.fn(() => answerOf({ says: frame('Half'), cut }))
  const ask = createAsk({ post, pause: async () => stopping.abort() })
  const request = { turn: 't', user: 'ada', messages: [], onText: () => {}, signal: stopping.signal }
  expect(await ask(request)).toEqual({ ok: true, value: 'Half' })
  expect(post).toHaveBeenCalledTimes(1)
})
