// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { weekOf } from '../../../../../domain/week.ts'
import { figure } from '../../../testing/figures.ts'
import { ADMIN } from '../../../testing/people.ts'
import { expectFailure, press, renderScreen } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { AdminDashboard } from './AdminDashboard.tsx'

const server = stubServer()

const NONE = { founders: 0, running_loops: 0, check_ins: 0, monthly_revenue: 0 }
const NO_USAGE = { answers: 0, summaries: 0, unreported: 0, input_tokens: 0, output_tokens: 0, cost_usd: null }

const hasOverdue = (total: number, mine: number) =>
  server.rpc('overdue_conversations', () => ({ total, mine, hours: 24 }))

beforeEach(() => {
  server.has({ squad_bookings: [], profiles: [] })
  server.rpc('admin_dashboard', () => NONE)
  server.rpc('founders_at_risk', () => [])
  server.rpc('model_usage_this_month', () => NO_USAGE)
  hasOverdue(0, 0)
})

const show = () => renderScreen(<AdminDashboard />, { path: '/admin', as: ADMIN })

test('shows four figures of this week; revenue in dollars', async () => {
  server.rpc('admin_dashboard', ({ week }) =>
    week === weekOf(new Date())
      ? { founders: 12, running_loops: 2, check_ins: 1, monthly_revenue: 1_012_500.25 }
      : NONE,
  )
  await show()
  await waitFor(() => expect(figure('Total Founders')).toBe('12'))
  expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Total Founders',
    'Running Loops',
    'Check-ins This Week',
    'Total Revenue',
  ])
  expect(figure('Running Loops')).toBe('2')
  expect(figure('Check-ins This Week')).toBe('1')
  expect(figure('Total Revenue')).toBe('$1,012,500per month, all founders')
})

test('without records the numbers are 0, and while they load none is shown', async () => {
  const release = server.hold('POST rpc/admin_dashboard')
  await show()
  expect(figure('Running Loops')).toBe('–')
  release()
  await waitFor(() => expect(figure('Running Loops')).toBe('0'))
  expect(figure('Check-ins This Week')).toBe('0')
  expect(figure('Total Revenue')).toContain('$0')
})

test('shows an error when the numbers fail to load, with a retry', async () => {
  const allow = server.refuse('POST rpc/admin_dashboard')
  await show()
  await expectFailure('Failed to load users')
  allow()
  await press('Try again')
  await waitFor(() => expect(figure('Running Loops')).toBe('0'))
})

test.each([
  ['Manage Users', '/admin/users'],
  ['Growth Squad', '/admin/growth-squad'],
  ['Founder Notes', '/admin/notes'],
])('the card %s leads to its screen', async (label, to) => {
  const { place } = await show()
  const cards = within(screen.getByRole('region', { name: 'Quick actions' })).getAllByRole('link')
  expect(cards).toHaveLength(3)
  await press(cards.find(({ textContent }) => textContent.startsWith(label))!)
  expect(place()).toBe(to)
})

test.each([
  [1, 0, '1 founder has waited for an answer for over 24 h.', ['Answer them']],
  [1200, 3, '1,200 founders have waited for an answer for over 24 h.', ['3 assigned to you', 'Answer them']],
])('says that %i answers are overdue, %i of them of the admin', async (total, mine, text, links) => {
  hasOverdue(total, mine)
  const { place } = await show()
  const overdue = within(await screen.findByRole('region', { name: 'Overdue answers' }))
  overdue.getByText(text)
  expect(overdue.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
  await press(overdue.getAllByRole('link').at(0)!)
  expect(place()).toBe(`/admin/squad?show=${mine > 0 ? 'mine_overdue' : 'overdue'}&order=longest`)
})

test('nothing is said of overdue answers while there are none', async () => {
  await show()
  await waitFor(() => expect(server.sent('POST rpc/overdue_conversations')).not.toEqual([]))
  expect(screen.queryByRole('region', { name: 'Overdue answers' })).toBeNull()
})
