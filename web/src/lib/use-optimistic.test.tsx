// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toasts } from './toasts.ts'
import { useOptimistic } from './use-optimistic.ts'

const queryKey = ['goals', 'ada']

/** A list on a server whose answers to deletions, and to the first question for it, are given by the test. */
function setup({ isLoaded = true } = {}) {
  let stored = ['one', 'two']
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  const answers = new Map<string, { accept: () => void; refuse: () => void }>()

  const run = (row: string) =>
    new Promise<void>((resolve, reject) => {
      const accept = () => {
        stored = stored.filter((other) => other !== row)
        resolve()
      }
      answers.set(row, { accept, refuse: () => reject(new Error('refused')) })
    })
  const useList = () => {
    const { data } = useQuery({
      queryKey,
      queryFn: () => loaded.then(() => stored),
      ...(isLoaded && { initialData: stored }),
      staleTime: Infinity,
    })
    const { mutate } = useOptimistic<string[], string>({
      queryKey,
      run,
      apply: (rows, row) => rows.filter((other) => other !== row),
      undo: (rows, row) => [...rows, row].sort(),
      failed: 'Failed to delete goal',
    })
    return { data, mutate }
  }

  const client = new QueryClient()
  const { result } = renderHook(useList, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const settled = (change: () => void) =>
    act(async () => {
      change()
      await new Promise((resolve) => setTimeout(resolve, 10))
    })
  if (isLoaded) load()
  return {
    shown: () => result.current.data,
    settled,
    answers,
    load,
    remove: (row: string) => result.current.mutate(row),
  }
}

test('a change shows at once; a refused one is taken back alone and told', async () => {
  const { shown, settled, answers, remove } = setup()
  await settled(() => remove('one'))
  await settled(() => remove('two'))
  expect(shown()).toEqual([])

  await settled(() => answers.get('one')?.refuse())
  expect(shown()).toEqual(['one'])
  expect(toasts.current().at(-1)).toMatchObject({ title: 'Error', description: 'Failed to delete goal' })

  await settled(() => answers.get('two')?.accept())
  expect(shown()).toEqual(['one'])
})

test('a change asked for while the rows are loading shows when they are there, before it is answered', async () => {
  const { shown, settled, answers, load, remove } = setup({ isLoaded: false })
  await settled(() => remove('one'))
  expect(shown()).toBeUndefined()
  await settled(load)
  expect(shown()).toEqual(['two'])
  await settled(() => answers.get('one')?.refuse())
  expect(shown()).toEqual(['one', 'two'])
})
