// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDays } from '../../../../domain/days.ts'
import { dayOf, weekOf } from '../../../../domain/week.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { CheckInItem } from './CheckInsCard.tsx'

const { deleted, answer } = vi.hoisted(() => ({ deleted: vi.fn(), answer: { error: undefined as Error | undefined } }))
vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))
vi.mock('../../lib/client.ts', () => {
  const throwOnError = () => (answer.error ? Promise.reject(answer.error) : Promise.resolve({ data: {} }))
  const query = {
    eq: (...by: unknown[]) => (deleted(...by), query),
    select: () => query,
    single: () => query,
    throwOnError,
  }
  return { tables: async () => ({ from: (table: string) => ({ delete: () => (deleted(table), query) }) }) }
})

beforeEach(() => {
  vi.clearAllMocks()
  answer.error = undefined
})
afterEach(cleanup)

const checkIn = {
  id: 'c1',
  user_id: 'ada',
  week_of: weekOf(new Date()),
  mood: 4,
  wins: 'Two demos',
  blockers: '',
  next_priority: 'Pricing',
  priority_outcome: null,
  ai_summary: null,
  created_at: '2026-03-02T08:00:00Z',
}
/** The dialog's chunk is loaded on demand. */
const LOADING = { timeout: 20_000 }
const show = (content: ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>)
const button = () => screen.queryByRole('button', { name: /^Delete check-in: Week of / })
async function confirm(choice: 'Delete' | 'Cancel') {
  fireEvent.click(button() as HTMLElement)
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this check-in?' }, LOADING)
  expect(deleted).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: choice }))
}

test('a founder deletes a check-in once that is confirmed', async () => {
  show(<CheckInItem checkIn={checkIn} />)
  await confirm('Delete')
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Check-in deleted'))
  expect(deleted.mock.calls).toEqual([['weekly_checkins'], ['id', 'c1']])
})

test('nothing is deleted when it is cancelled', async () => {
  show(<CheckInItem checkIn={checkIn} />)
  await confirm('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deleted).not.toHaveBeenCalled()
})

test('a failure is said', async () => {
  answer.error = new Error('no such row')
  show(<CheckInItem checkIn={checkIn} />)
  await confirm('Delete')
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('Failed to delete check-in'))
})

test.each([
  [0, true],
  [28, true],
  [29, false],
  [-400_000, true],
])('a check-in of %i days ago can be deleted: %s', (days, isOffered) => {
  show(<CheckInItem checkIn={{ ...checkIn, week_of: addDays(dayOf(new Date()), -days) }} />)
  expect(button() !== null).toBe(isOffered)
})
