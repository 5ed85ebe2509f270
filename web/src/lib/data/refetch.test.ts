import { InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { refetch, refetchSoon } from './refetch.ts'

const queryKey = ['codes', 'ada']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a list that changes during its first load is read again once it is loaded', async () => {
  const queries = createQueryClient()
  const answers: ((rows: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const screen = new QueryObserver<string>(queries, { queryKey, queryFn })
  screen.subscribe(() => {})
  refetchSoon(queries, queryKey)
  await pass(5000)
  expect(answers).toHaveLength(1)
  answers[0]?.('read before the change')
  await pass(100)
  answers[1]?.('read after it')
  await pass(60_000)
  expect(screen.getCurrentResult().data).toBe('read after it')
  expect(answers).toHaveLength(2)
})

test('what is refetched at once during its first load is read again after it', async () => {
  const queries = createQueryClient()
  const answers: ((rows: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const screen = new QueryObserver<string>(queries, { queryKey, queryFn })
  screen.subscribe(() => {})
  const refetched = refetch(queries, queryKey)
  answers[0]?.('read before the change')
  await pass(0)
  answers[1]?.('read after it')
  await refetched
  expect(screen.getCurrentResult().data).toBe('read after it')
  expect(answers).toHaveLength(2)
})

test('a further page is loaded before the list is read again, once for all changes meanwhile', async () => {
  const queries = createQueryClient()
  const answers: ((row: string) => void)[] = []
  const list = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length : undefined),
  })
  list.subscribe(() => {})
  const pages = () => list.getCurrentResult().data?.pages
  answers[0]?.('first')
  await pass(0)
  void list.fetchNextPage()
  for (let change = 0; change < 3; change++) refetchSoon(queries, queryKey)
  await pass(5000)
  expect(answers).toHaveLength(2)
  answers[1]?.('second')
  await pass(100)
  expect(pages()).toEqual(['first', 'second'])
  answers[2]?.('first, changed')
  await pass(0)
  answers[3]?.('second, changed')
  await pass(60_000)
  expect(pages()).toEqual(['first, changed', 'second, changed'])
  expect(answers).toHaveLength(4)
})

test('what a screen that was left is still reading does not count as read after the change', async () => {
  const queries = createQueryClient()
  const answers: ((rows: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  queries.setQueryData(queryKey, 'at first')
  const leave = new QueryObserver<string>(queries, { queryKey, queryFn }).subscribe(() => {})
  await pass(0)
  leave()
  refetchSoon(queries, queryKey)
  await pass(100)
  answers[0]?.('old')
  await pass(0)
  expect(queries.getQueryState(queryKey)).toMatchObject({ data: 'at first', isInvalidated: true })
})

describe('a list on a screen', () => {
  /** One that was read once; the test answers its writes and reports its changes. */
  async function listOnScreen() {
    const queries = createQueryClient()
    let stored = 'nothing'
    let reads = 0
    const queryFn = async () => {
      reads++
      return stored
    }
    const screen = new QueryObserver<string>(queries, { queryKey, queryFn })
    screen.subscribe(() => {})
    await pass(0)
    reads = 0
    return {
      reads: () => reads,
      shown: () => screen.getCurrentResult().data,
      stores: (rows: string) => (stored = rows),
      /** A live change, as use-live-rows.ts reports it. */
      reports: () => refetchSoon(queries, queryKey),
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
        return { accept, refuse }
      },
    }
  }

  test.each([
    ['after', ['accept', 'report']],
    ['before', ['report', 'accept']],
  ] as const)('is read once when the live change comes %s the response to a write', async (_when, events) => {
    const { reads, shown, reports, writes } = await listOnScreen()
    const write = writes('a goal')
    for (const event of events) {
      if (event === 'accept') write.accept()
      else reports()
      await pass(90)
      expect(reads()).toBe(0)
    }
    await pass(60_000)
    expect(shown()).toBe('a goal')
    expect(reads()).toBe(1)
  })

  test('is not read while a write is in flight, and once after several', async () => {
    const { reads, shown, reports, writes } = await listOnScreen()
    const [first, second, third] = [writes('one'), writes('two'), writes('three')]
    first.accept()
    reports()
    await pass(5000)
    second.accept()
    reports()
    await pass(5000)
    expect(reads()).toBe(0)
    third.accept()
    await pass(200)
    expect(shown()).toBe('three')
    await pass(60_000)
    expect(reads()).toBe(1)
  })

  test('is read after a write without a live change', async () => {
    const { reads, shown, writes } = await listOnScreen()
    writes('a goal').accept()
    await pass(100)
    expect(shown()).toBe('a goal')
    await pass(60_000)
    expect(reads()).toBe(1)
  })

  test('is read after a write that was refused', async () => {
    const { reads, shown, stores, writes } = await listOnScreen()
    stores('theirs')
    writes('a goal').refuse()
    await pass(100)
    expect(shown()).toBe('theirs')
    await pass(60_000)
    expect(reads()).toBe(1)
  })

  test('is read again for a change that comes after the read', async () => {
    const { reads, shown, reports, stores, writes } = await listOnScreen()
    writes('a goal').accept()
    await pass(150)
    stores('a goal, and theirs')
    reports()
    await pass(150)
    expect(shown()).toBe('a goal, and theirs')
    expect(reads()).toBe(2)
  })

  test('is read each second while changes keep coming', async () => {
    const { reads, reports } = await listOnScreen()
    for (let ms = 0; ms < 5000; ms += 50) {
      reports()
      await pass(50)
    }
    expect(reads()).toBeGreaterThanOrEqual(4)
    expect(reads()).toBeLessThanOrEqual(5)
  })
})

test('after a longer pause for what costs much, and each ten pauses while changes keep coming', async () => {
  const queries = createQueryClient()
  let reads = 0
  const screen = new QueryObserver(queries, { queryKey, queryFn: () => Promise.resolve(++reads) })
  screen.subscribe(() => {})
  await pass(0)
  refetchSoon(queries, queryKey, 500)
  await pass(400)
  expect(reads).toBe(1)
  await pass(200)
  expect(reads).toBe(2)
  for (let count = 0; count < 40; count++) {
    refetchSoon(queries, queryKey, 500)
    await pass(300)
  }
  expect(reads).toBe(4)
})
