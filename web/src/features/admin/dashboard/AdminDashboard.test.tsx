// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { weekOf } from '../../../../../domain/week.ts'
import { figure } from '../../../testing/figures.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { expectFailure, press, renderScreen, setClock } from '../../../testing/render.tsx'
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
  server.rpc('team_steps', () => null)
  server.rpc('founders_at_risk', () => [])
  server.rpc('calls_to_record', () => [])
  server.rpc('model_usage_this_month', () => NO_USAGE)
  server.rpc('waiting_conversations', () => 0)
  for (const figures of ['programme_check_ins', 'programme_conversions', 'programme_answers'] as const)
    server.rpc(figures, () => [])
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
  expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent).slice(-4)).toEqual([
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

const today = async () => within(await screen.findByRole('region', { name: 'Today' }))

test.each([
  [1, 0, '1 founder has waited for an answer for over 24 h.', ['Answer them']],
  [1200, 3, '1,200 founders have waited for an answer for over 24 h.', ['3 assigned to you', 'Answer them']],
])('says that %i answers are overdue, %i of them of the admin', async (total, mine, text, links) => {
  hasOverdue(total, mine)
  const { place } = await show()
  const card = await today()
  await card.findByText(text)
  expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links)
  await press(card.getAllByRole('link').at(0)!)
  expect(place()).toBe(`/admin/squad?show=${mine > 0 ? 'mine_overdue' : 'overdue'}&order=longest&open=first`)
})

test('says who waits for the admin, and which calls are booked for today', async () => {
  setClock('2026-03-02T09:00:00Z')
  server.rpc('waiting_conversations', () => 2)
  server.rpc('founder_names', () => [{ id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder' }])
  server.has({
    squad_bookings: ['2026-03-02T15:00:00Z', '2026-03-03T15:00:00Z'].map((starts_at) => ({
      user_id: FOUNDER.id,
      member: 'growth',
      topic: '',
      starts_at,
      ends_at: starts_at.replace('15:00', '15:30'),
      cancelled_at: null,
    })),
  })
  const { place } = await show()
  const card = await today()
  await card.findByText('2 founders are waiting, assigned to you or to nobody.')
  const calls = within(await card.findByRole('list', { name: 'Calls today' })).getAllByRole('listitem')
  await waitFor(() => expect(calls.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/call of Ana Founder with /)])) // prettier-ignore
  await press('Open the inbox', 'link')
  expect(place()).toBe('/admin/squad?show=waiting&order=longest')
})

test('calls of today are all there, however many; what cannot be loaded says so, with a retry', async () => {
  setClock('2026-03-02T09:00:00Z')
  const bookings = Array.from({ length: 12 }, (_, index) => ({
    user_id: FOUNDER.id,
    member: 'growth' as const,
    topic: '',
    starts_at: `2026-03-02T${10 + index}:00:00Z`,
    ends_at: `2026-03-02T${10 + index}:30:00Z`,
    cancelled_at: null,
  }))
  server.has({ squad_bookings: bookings })
  server.rpc('founder_names', () => [])
  const allow = server.refuse('POST rpc/waiting_conversations')
  await show()
  const card = await today()
  await card.findByText('Failed to load who is waiting, and the calls of today')
  allow()
  await press(card.getByRole('button', { name: 'Try again' }))
  expect(within(await card.findByRole('list', { name: 'Calls today' })).getAllByRole('listitem')).toHaveLength(12)
})

test('a day without anything to do says so', async () => {
  await show()
  await (await today()).findByText('Nobody waits for an answer, and no calls are booked for today.')
  expect(screen.queryByRole('list', { name: 'Calls today' })).toBeNull()
})

test('who waits, and who needs someone, come before figures; those of the panel are last', async () => {
  await show()
  await screen.findByRole('region', { name: 'This Week' })
  const titles = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(titles).toEqual(['Today', 'Founders who need you', 'Upcoming Calls', 'This Week'])
  const figures = screen.getByText('Total Founders')
  const week = screen.getByRole('region', { name: 'This Week' })
  expect(week.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the figures of the week stand beside those of the last one, and lead to what is behind them', async () => {
  const weeks = (rows: readonly Record<string, unknown>[]) => rows.map((row, index) => ({ week: `2026-03-${9 + 7 * index}`, ...row })) // prettier-ignore
  server.rpc('programme_check_ins', () => weeks([
    { founders: 60, checked_in: 44, mood: 3 },
    { founders: 63, checked_in: 40, mood: 3 },
    { founders: 65, checked_in: 31, mood: 3 },
  ])) // prettier-ignore
  server.rpc('programme_conversions', () => weeks([{ added: 3 }, { added: 140 }, { added: 1200 }]))
  server.rpc('programme_answers', () => weeks([
    { answers: 3, minutes: 10 },
    { answers: 0, minutes: null },
    { answers: 9, minutes: 150 },
  ])) // prettier-ignore
  const { place } = await show()
  const week = within(await screen.findByRole('region', { name: 'This Week' }))
  await week.findByText('31 of 65')
  await week.findByText('2 h 30 min')
  const figures = document.querySelectorAll('section dl > div')
  expect([...figures].map(({ textContent }) => textContent)).toEqual([
    'Founders who checked in31 of 65last week 40',
    'New founders2last week 3',
    'Conversions added+1,200last week +140',
    'Time until an answer, median2 h 30 minlast week none',
  ])
  await press('Founders who checked in', 'link')
  expect(place()).toBe('/admin/users?view=table&check_in=this_week')
})

test('a figure of the week that fails to load says so, with a retry of its own', async () => {
  const allow = server.refuse('POST rpc/programme_conversions')
  await show()
  await expectFailure('Failed to load the figures')
  const before = server.sent('POST rpc/programme_check_ins').length
  allow()
  await press('Try again')
  await within(await screen.findByRole('region', { name: 'This Week' })).findByText('Conversions added')
  expect(server.sent('POST rpc/programme_check_ins')).toHaveLength(before)
})

test('a change of a founder is on the dashboard without a reload', async () => {
  let mood = 4
  const atRisk = { user_id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', email: null, severity: 30, waiting_since: null, assignee: null, reasons: [{ code: 'mood_low', mood: 1 }], total: 1, snoozed_until: null } // prettier-ignore
  server.rpc('founders_at_risk', () => (mood <= 2 ? [atRisk] : []))
  await show()
  await screen.findByText('Nobody needs you right now. Nice work!')
  await server.goLive('weekly_checkins')
  mood = 1
  server.inserts('weekly_checkins', { user_id: FOUNDER.id, mood })
  await screen.findByText('1 at risk', {}, { timeout: 4000 })
  expect(screen.getByRole('link', { name: 'Mood low: 1 of 5' })).toBeDefined()
})

test('the owner whom a colleague chooses is on the dashboard at once', async () => {
  const atRisk = { user_id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', email: null, severity: 30, waiting_since: null, assignee: null, owner: null as string | null, reasons: [{ code: 'mood_low', mood: 1 }], total: 1, snoozed_until: null } // prettier-ignore
  server.rpc('founders_at_risk', () => [atRisk])
  await show()
  await screen.findByText('1 at risk')
  await server.goLive('founder_owners')
  atRisk.owner = 'Maya'
  server.inserts('founder_owners', { user_id: FOUNDER.id, owner: ADMIN.id })
  expect(await screen.findByText(/, owner Maya/, {}, { timeout: 4000 })).toBeDefined()
})
