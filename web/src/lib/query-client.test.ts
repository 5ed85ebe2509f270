import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

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
  const told = queries.invalidateQueries({ queryKey: ['codes'] })
  answers[0]?.('read before the change')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('read after it')
  await told
  expect(shown()).toBe('read after it')
  expect(answers).toHaveLength(2)
})

test('refetches existing data once, and ignores the request in flight', async () => {
  const { queries, answers, shown } = setup()
  answers[0]?.('there')
  await vi.waitFor(() => expect(shown()).toBe('there'))
  void queries.invalidateQueries({ queryKey })
  const told = queries.invalidateQueries({ queryKey })
  answers[2]?.('read after the change')
  await told
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
  const told = [1, 2, 3].map(() => queries.invalidateQueries({ queryKey }))
  expect(answers).toHaveLength(2)
  answers[1]?.('second')
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  expect(list.getCurrentResult().data?.pages).toEqual(['first', 'second'])
  answers[2]?.('first, changed')
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  answers[3]?.('second, changed')
  await Promise.all(told)
  expect(list.getCurrentResult().data?.pages).toEqual(['first, changed', 'second, changed'])
  expect(answers).toHaveLength(4)
})
