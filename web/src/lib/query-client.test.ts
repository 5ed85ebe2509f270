import { QueryObserver } from '@tanstack/react-query'
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
