import { InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { toasts } from './toasts.ts'

const queryKey = ['codes', 'ada']

/** A list on a screen; the test answers each of its requests. */
function setup() {
  const queries = createQueryClient()
  const answers: ((rows: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const screen = new QueryObserver<string>(queries, { queryKey, queryFn })
  screen.subscribe(() => {})
  return { queries, answers, shown: () => screen.getCurrentResult().data }
}

test('refetches a first load that was invalidated meanwhile', async () => {
  const { queries, answers, shown } = setup()
  const invalidated = queries.invalidateQueries({ queryKey: ['codes'] })
  answers[0]?.('read before the change')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('read after it')
  await invalidated
  expect(shown()).toBe('read after it')
  expect(answers).toHaveLength(2)
})

test('refetches existing data once, and ignores the request in flight', async () => {
  const { queries, answers, shown } = setup()
  answers[0]?.('there')
  await vi.waitFor(() => expect(shown()).toBe('there'))
  void queries.invalidateQueries({ queryKey })
  const invalidated = queries.invalidateQueries({ queryKey })
  answers[2]?.('read after the change')
  await invalidated
  answers[1]?.('read before it')
  expect(shown()).toBe('read after the change')
  expect(answers).toHaveLength(3)
})

test('a failed first load is not requested twice as often', async () => {
  const queries = createQueryClient()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const queryFn = vi.fn(() => Promise.reject(Object.assign(new Error('no'), { code: '42501' })))
  const screen = new QueryObserver(queries, { queryKey, queryFn })
  screen.subscribe(() => {})
  await queries.invalidateQueries({ queryKey })
  expect(screen.getCurrentResult().isError).toBe(true)
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('finishes a further page that is loading, then refetches once for all changes meanwhile', async () => {
  const queries = createQueryClient()
  const answers: ((row: string) => void)[] = []
  const list = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length : undefined),
  })
  list.subscribe(() => {})
  answers[0]?.('first')
  await vi.waitFor(() => expect(list.getCurrentResult().hasNextPage).toBe(true))
  void list.fetchNextPage()
  const invalidated = [1, 2, 3].map(() => queries.invalidateQueries({ queryKey }))
  expect(answers).toHaveLength(2)
  answers[1]?.('second')
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  expect(list.getCurrentResult().data?.pages).toEqual(['first', 'second'])
  answers[2]?.('first, changed')
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  answers[3]?.('second, changed')
  await Promise.all(invalidated)
  expect(list.getCurrentResult().data?.pages).toEqual(['first, changed', 'second, changed'])
  expect(answers).toHaveLength(4)
})

describe('a write to a list on a screen', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** A list that was read once; the test answers its writes and reports its changes. */
  async function written({ isLive = true } = {}) {
    const queries = createQueryClient()
    let stored = 'nothing'
    let reads = 0
    const queryFn = () => {
      reads++
      return Promise.resolve(stored)
    }
    const screen = new QueryObserver<string>(queries, { queryKey, queryFn })
    screen.subscribe(() => {})
    queries.setQueryDefaults(queryKey, { meta: { isLive } })
    await vi.advanceTimersByTimeAsync(0)
    reads = 0
    const waits = () => vi.advanceTimersByTimeAsync(10)
    return {
      queries,
      reads: () => reads,
      shown: () => screen.getCurrentResult().data,
      /** Stores rows without a live change. */
      stores: (rows: string) => (stored = rows),
      /** Like use-live-rows.ts. */
      reports: async () => {
        void queries.invalidateQueries({ queryKey })
        await waits()
      },
      /** @returns functions that answer the write */
      writes: (rows: string) => {
        let accept = () => {}
        let refuse = () => {}
        const answer = new Promise<void>((resolve, reject) => {
          accept = resolve
          refuse = () => reject(new Error('refused'))
        })
        const mutation = new MutationObserver(queries, {
          mutationFn: () => answer.then(() => void (stored = rows)),
          meta: { writes: [queryKey] },
        })
        mutation.mutate().catch(() => {})
        return {
          accepted: async () => {
            accept()
            await waits()
          },
          refused: async () => {
            refuse()
            await waits()
          },
        }
      },
    }
  }

  test('reads a list once when the live change comes after the response to a write', async () => {
    const { reads, shown, reports, writes } = await written()
    await writes('a goal').accepted()
    expect(reads()).toBe(0)
    await reports()
    expect(shown()).toBe('a goal')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads()).toBe(1)
  })

  test('reads a list once when the live change comes before the response to a write', async () => {
    const { reads, shown, reports, writes } = await written()
    const write = writes('a goal')
    await reports()
    expect(reads()).toBe(0)
    await write.accepted()
    expect(shown()).toBe('a goal')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads()).toBe(1)
  })

  test('reads a list once after several writes', async () => {
    const { reads, shown, reports, writes } = await written()
    const [first, second, third] = [writes('one'), writes('two'), writes('three')]
    await first.accepted()
    await reports()
    await reports()
    await second.accepted()
    await third.accepted()
    expect(reads()).toBe(0)
    await reports()
    expect(shown()).toBe('three')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads()).toBe(1)
  })

  test('reads a list one second after a write when no live change comes', async () => {
    const { reads, shown, writes } = await written()
    await writes('a goal').accepted()
    await vi.advanceTimersByTimeAsync(900)
    expect(reads()).toBe(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(shown()).toBe('a goal')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads()).toBe(1)
  })

  test('reads a list at once after a write when the live connection is down', async () => {
    const { reads, shown, writes } = await written({ isLive: false })
    await writes('a goal').accepted()
    expect(shown()).toBe('a goal')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads()).toBe(1)
  })

  test.for(['before', 'after'])("shows another user's change that comes %s the response", async (when) => {
    const { shown, reports, stores, writes } = await written()
    const write = writes('a goal')
    if (when === 'before') await reports()
    await write.accepted()
    if (when === 'after') await reports()
    stores('a goal, and theirs')
    await reports()
    expect(shown()).toBe('a goal, and theirs')
  })

  test('shows a change that is reported between the response and the own change', async () => {
    const { reads, shown, reports, stores, writes } = await written()
    await writes('a goal').accepted()
    stores('a goal, and theirs')
    await reports()
    expect(shown()).toBe('a goal, and theirs')
    stores('a goal, and all of theirs')
    await reports()
    expect(shown()).toBe('a goal, and all of theirs')
    expect(reads()).toBe(2)
  })

  test('reads the whole list after a write that started while a page was loading', async () => {
    const { queries, shown, reports, writes } = await written()
    let load = () => {}
    const part = new QueryObserver(queries, {
      queryKey: [...queryKey, 'counts'],
      queryFn: () => new Promise<number>((resolve) => (load = () => resolve(1))),
    })
    part.subscribe(() => {})
    await reports()
    await writes('a goal').accepted()
    load()
    await vi.advanceTimersByTimeAsync(1000)
    expect(shown()).toBe('a goal')
  })

  test('reads a list at once when a write is rejected', async () => {
    const { reads, shown, stores, writes } = await written()
    stores('theirs')
    await writes('a goal').refused()
    expect(shown()).toBe('theirs')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads()).toBe(1)
  })
})

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
})
