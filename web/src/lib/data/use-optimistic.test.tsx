// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { toasts } from '../texts/toasts.ts'
import { appendedRow, useOptimistic } from './use-optimistic.ts'

const queryKey = ['goals', 'ada']

/** A list on a fake server; the test answers its deletions and its first load. */
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

  const client = createQueryClient()
  const { result } = renderHook(useList, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  if (isLoaded) load()
  /** Runs a change and waits until these rows are shown. */
  const showsAfter = async (change: () => void, rows: readonly string[]) => {
    act(change)
    await waitFor(() => expect(result.current.data).toEqual(rows))
  }
  /** Answers the deletion of a row, once it is requested. */
  const answer = (row: string) =>
    waitFor(() => {
      const pending = answers.get(row)
      if (!pending) throw new Error(`the deletion of ${row} was not requested`)
      return pending
    })
  return {
    shown: () => result.current.data,
    showsAfter,
    answer,
    load,
    remove: (row: string) => result.current.mutate(row),
  }
}

test('shows a change at once; reverts only a rejected one, with a notice', async () => {
  const { showsAfter, answer, remove } = setup()
  await showsAfter(() => remove('one'), ['two'])
  await showsAfter(() => remove('two'), [])

  await showsAfter((await answer('one')).refuse, ['one'])
  await waitFor(() =>
    expect(toasts.current().at(-1)).toMatchObject({ title: 'Error', description: 'Failed to delete goal' }),
  )
  await showsAfter((await answer('two')).accept, ['one'])
})

test('shows a change made during the first load as soon as the rows are loaded', async () => {
  const { shown, showsAfter, answer, load, remove } = setup({ isLoaded: false })
  act(() => remove('one'))
  expect(shown()).toBeUndefined()
  await showsAfter(load, ['two'])
  await showsAfter((await answer('one')).refuse, ['one', 'two'])
})

test('a row that an attempt before stored, whose response was lost, is shown once', () => {
  const stored = { id: 'a', text: 'stored' }
  const unsaved = { id: 'unsaved:a', text: 'sent again' }
  expect(appendedRow.apply([], unsaved)).toEqual([unsaved])
  const rows = appendedRow.apply([stored], unsaved)
  expect(rows).toEqual([stored])
  expect(appendedRow.confirm(rows, unsaved, stored)).toEqual([stored])
})
