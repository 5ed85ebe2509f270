// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toastSuccess } from '../../../lib/toasts.ts'
import { LastCheckIn } from './OverviewTab.tsx'

const { deleted } = vi.hoisted(() => ({ deleted: vi.fn() }))
vi.mock('../../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))
vi.mock('../../../lib/client.ts', () => ({
  tables: async () => ({
    from: (table: string) => ({
      delete: () => ({ eq: (...by: unknown[]) => ({ throwOnError: async () => deleted(table, ...by) }) }),
    }),
  }),
}))

afterEach(cleanup)

const checkIn = {
  id: 'c1',
  user_id: 'ada',
  week_of: '2020-03-02',
  mood: 4,
  wins: 'Two demos',
  blockers: '',
  next_priority: 'Pricing',
  priority_outcome: null,
  ai_summary: null,
  created_at: '2020-03-02T08:00:00Z',
}
const show = (shown: typeof checkIn | undefined) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LastCheckIn founder="ada" checkIn={shown} />
    </QueryClientProvider>,
  )

test('an admin deletes the last check-in of a founder, however old, once that is confirmed', async () => {
  show(checkIn)
  fireEvent.click(screen.getByRole('button', { name: 'Delete check-in: Week of Mar 2, 2020' }))
  // The dialog's chunk is loaded on demand.
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this check-in?' }, { timeout: 20_000 })
  expect(deleted).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Check-in deleted'))
  expect(deleted.mock.calls).toEqual([['weekly_checkins', 'id', 'c1']])
})

test('without a check-in there is none to delete', () => {
  show(undefined)
  expect(screen.getByText('No check-ins yet.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
