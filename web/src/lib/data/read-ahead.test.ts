import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

let reads = 0
const goals = { queryKey: ['goals', 'ada'], queryFn: () => Promise.resolve(`read ${++reads}`) }

beforeEach(() => (reads = 0))

/** As a page that has just been opened has it. */
function opened() {
  vi.resetModules()
  return import('./read-ahead.ts')
}

/** The rows that a screen shows which is mounted now. */
const mount = (queries: QueryClient) => {
  const screen = new QueryObserver<string>(queries, goals)
  screen.subscribe(() => {})
  return () => screen.getCurrentResult().data
}

test('the first screen shows what was read ahead, and later ones read again', async () => {
  const ahead = await opened()
  ahead.readAhead('ada', (queries) => void queries.prefetchQuery(goals))
  const queries = ahead.takeQueryClient('ada')
  await vi.waitFor(() => expect(queries.getQueryData(goals.queryKey)).toBe('read 1'))
  expect(mount(queries)()).toBe('read 1')
  ahead.endReadingAhead()
  expect(reads).toBe(1)
  const shown = mount(queries)
  await vi.waitFor(() => expect(shown()).toBe('read 2'))
})

test('what is read ahead after the cache was taken, while the screen is loading, is not read again by it', async () => {
  const ahead = await opened()
  const queries = ahead.takeQueryClient('ada')
  ahead.readAhead('ada', (queries) => void queries.prefetchQuery(goals))
  await vi.waitFor(() => expect(queries.getQueryData(goals.queryKey)).toBe('read 1'))
  expect(mount(queries)()).toBe('read 1')
  ahead.endReadingAhead()
  expect(reads).toBe(1)
})

test('what failed ahead is shown as failed, and not requested again', async () => {
  const ahead = await opened()
  const failing = { ...goals, retry: false, queryFn: () => Promise.reject(new Error(`read ${++reads}`)) }
  ahead.readAhead('ada', (queries) => void queries.prefetchQuery(failing))
  const queries = ahead.takeQueryClient('ada')
  await vi.waitFor(() => expect(queries.getQueryState(goals.queryKey)?.status).toBe('error'))
  const screen = new QueryObserver<string>(queries, failing)
  screen.subscribe(() => {})
  ahead.endReadingAhead()
  expect(screen.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  expect(reads).toBe(1)
})

test('another user gets nothing of it', async () => {
  const ahead = await opened()
  ahead.readAhead('ada', (queries) => void queries.prefetchQuery(goals))
  await vi.waitFor(() => expect(reads).toBe(1))
  expect(ahead.takeQueryClient('grace').getQueryData(goals.queryKey)).toBeUndefined()
})

test('nothing is read ahead, or taken from it, once a screen has been rendered', async () => {
  const ahead = await opened()
  ahead.readAhead('ada', (queries) => void queries.prefetchQuery(goals))
  await vi.waitFor(() => expect(reads).toBe(1))
  ahead.endReadingAhead()
  ahead.readAhead('ada', (queries) => void queries.prefetchQuery(goals))
  expect(ahead.takeQueryClient('ada').getQueryData(goals.queryKey)).toBeUndefined()
  expect(reads).toBe(1)
})
