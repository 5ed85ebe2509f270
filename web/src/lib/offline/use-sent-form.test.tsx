// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useSentForm } from './use-sent-form.ts'
import { waitingRows, type WaitingRow } from './waiting-rows.ts'

const EMPTY = { title: '' }

interface Waiting extends WaitingRow {
  readonly content: string
  readonly row: typeof EMPTY
}

test('a form that waits cannot return to the form while it is being sent', async () => {
  let store = () => {}
  const insert = vi.fn<(row: { title: string }) => Promise<void>>(() => new Promise((resolve) => (store = resolve)))
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () =>
      useSentForm<typeof EMPTY, { title: string }>('the user of a form', {
        name: 'decision',
        empty: EMPTY,
        mutationKey: ['log'],
        writes: [],
        insert,
        saved: 'Saved',
        failed: 'Failed',
        nameOf: ({ title }) => title,
      }),
    { wrapper },
  )
  const row = { title: 'Raise prices' }
  act(() =>
    waitingRows<Waiting>('the user of a form', 'decision').add([{ id: 'one', text: row.title, content: '', row }]),
  )
  expect(result.current.waiting).toMatchObject([{ text: 'Raise prices' }])
  expect(result.current.isFree).toBe(true)

  act(() => result.current.send())
  await waitFor(() => expect(result.current.isPending).toBe(true))
  expect(result.current.isFree).toBe(false)
  act(() => store())
  await waitFor(() => expect(result.current.isFree).toBe(true))
  expect(result.current.waiting).toEqual([])
  expect(insert).toHaveBeenCalledOnce()
})
