import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { toasts } from '../texts/toasts.ts'

const queryKey = ['codes', 'ada']

describe('rows on the screen whose read fails', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('are read again until that succeeds, and the failure is reported once', async () => {
    const failed = 'Failed to load codes'
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const queries = createQueryClient()
    let answer: () => Promise<string> = async () => 'before'
    const queryFn = vi.fn(() => answer())
    const screen = new QueryObserver<string>(queries, { queryKey, queryFn, meta: { failed } })
    screen.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    void queries.invalidateQueries({ queryKey })
    const notice = () => toasts.current().find(({ description }) => description === failed)
    await vi.advanceTimersByTimeAsync(4000)
    expect(notice()).toBeDefined()
    toasts.dismiss(notice()?.id ?? 0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queryFn.mock.calls.length).toBeGreaterThan(6)
    expect(notice()).toBeUndefined()
    answer = async () => 'after'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(screen.getCurrentResult().data).toBe('after')
    const reads = queryFn.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queryFn).toHaveBeenCalledTimes(reads)
  })

  test('are not read again when the server refuses it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const queries = createQueryClient()
    let answer: () => Promise<string> = async () => 'before'
    const queryFn = vi.fn(() => answer())
    const screen = new QueryObserver<string>(queries, { queryKey, queryFn })
    screen.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    answer = () => Promise.reject(Object.assign(new Error('no'), { code: '42501' }))
    void queries.invalidateQueries({ queryKey })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  test.each(['over_request_rate_limit', 'PGRST003'])('are read again once the server has room: %s', async (code) => {
    const queries = createQueryClient()
    let answer: () => Promise<string> = async () => 'before'
    const queryFn = vi.fn(() => answer())
    const screen = new QueryObserver<string>(queries, { queryKey, queryFn })
    screen.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    answer = () => Promise.reject(Object.assign(new Error('Try again in 5 s.'), { code }))
    void queries.invalidateQueries({ queryKey })
    await vi.advanceTimersByTimeAsync(4900)
    answer = async () => 'after'
    expect(queryFn).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(200)
    expect(screen.getCurrentResult().data).toBe('after')
  })
})

test('what no screen shows fails without a notice', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const queries = createQueryClient()
  const queryFn = () => Promise.reject(Object.assign(new Error('no'), { code: '42501' }))
  const failed = 'Failed to load what is read ahead'
  await queries.prefetchQuery({ queryKey, queryFn, meta: { failed } })
  expect(console.error).toHaveBeenCalled()
  expect(toasts.current().map(({ description }) => description)).not.toContain(failed)
})
