import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FunctionContext } from '../_shared/function.ts'
import sendMessages from './handler.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const KEY = 'sb_secret_key'

/** Runs the function on a database that answers each part with the next of these. */
function run(...parts: readonly { left_over: number; wait_ms: number | null; failure?: string }[]) {
  let calls = 0
  const reported: unknown[] = []
  const stopping = new AbortController()
  const context = {
    supabaseUrl: 'http://localhost',
    secretKey: KEY,
    fetch: () => Promise.resolve(Response.json({ failure: null, ...parts[Math.min(calls++, parts.length - 1)] })),
    waitUntil: (work: Promise<unknown>) => void work.catch((cause: unknown) => reported.push(cause)),
  } as unknown as FunctionContext
  const request = new Request('http://localhost', {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}` },
    signal: stopping.signal,
  })
  return { response: sendMessages(request, context), calls: () => calls, reported, stopping }
}

test('stores the next parts at once', async () => {
  const { response, calls } = run({ left_over: 200, wait_ms: null }, { left_over: 100, wait_ms: null }, { left_over: 0, wait_ms: null }) // prettier-ignore
  expect(await (await response).json()).toEqual({ parts: 3 })
  expect(calls()).toBe(3)
})

test('waits until a message can no longer be undone', async () => {
  const { response, calls } = run({ left_over: 0, wait_ms: 12_000 }, { left_over: 0, wait_ms: null })
  await vi.advanceTimersByTimeAsync(11_999)
  expect(calls()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await response).status).toBe(200)
  expect(calls()).toBe(2)
})

test('waits no longer than until the next run', async () => {
  const { response, calls } = run({ left_over: 0, wait_ms: 12_000 }, { left_over: 0, wait_ms: 12_000 })
  await vi.advanceTimersByTimeAsync(12_000)
  await response
  expect(calls()).toBe(2)
})

test('leaves what another server stores to it', async () => {
  const { response, calls } = run({ left_over: -1, wait_ms: 5000 })
  await response
  expect(calls()).toBe(1)
})

test('ends its waiting when the server stops', async () => {
  const { response, calls, stopping } = run({ left_over: 0, wait_ms: 12_000 })
  await vi.advanceTimersByTimeAsync(100)
  stopping.abort()
  expect((await response).status).toBe(200)
  expect(calls()).toBe(1)
})

test('reports why a message could not be stored', async () => {
  const { response, reported } = run({ left_over: 0, wait_ms: null, failure: 'no message to ana: damaged' })
  expect((await response).status).toBe(500)
  expect(reported.map(String)).toEqual(['Error: no message to ana: damaged'])
})
