import { expect, onTestFinished, test, vi } from 'vitest'
import type { FunctionContext } from './function.ts'
import { sendClaimed } from './send-claimed.ts'

const KEY = 'sb_secret_key'
const request = () => new Request('http://localhost/', { method: 'POST', headers: { Authorization: `Bearer ${KEY}` } })

test('what is being sent for a minute has failed, and leaves its place to the next', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const logged: Promise<unknown>[] = []
  const context = {
    supabaseUrl: 'http://localhost',
    secretKey: KEY,
    fetch: () => Promise.reject(new Error('no request is expected')),
    waitUntil: (work: Promise<unknown>) => void logged.push(work.catch(String)),
  } as unknown as FunctionContext
  const waiting = ['stuck', 'quick']
  const marked: string[] = []
  const response = sendClaimed<string>(request(), context, {
    concurrency: 1,
    claim: async (_, most) => ({ data: waiting.splice(0, most), error: null }),
    send: (name) => (name === 'stuck' ? new Promise(() => {}) : Promise.resolve(true)),
    markSent: async (_, name) => ({ data: marked.push(name), error: null }),
  })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(marked).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(marked).toEqual(['quick'])
  const { status, body } = await response.then(async (answer) => ({ status: answer.status, body: await answer.json() }))
  expect([status, body]).toEqual([500, { sent: 1 }])
  expect(await Promise.all(logged)).toEqual(['Error: sending took more than 60 s'])
})
