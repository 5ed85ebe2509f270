// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { TeamWeek } from '../../../../../domain/team-week.ts'
import { choose } from '../../../testing/choose.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { card, expectFailure, press, renderScreen, setClock } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { TeamWeekPage } from './TeamWeekPage.tsx'

const server = stubServer()

const ANA = { id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', email: null }
const BEN = { id: 'b0000000-0000-4000-8000-0000000000bb', first_name: '', last_name: '', email: 'ben@acme.example' }

const NOTHING: TeamWeek['present'] = {
  founders: 0, active: 0, checked_in: 0, mood: null, goals_done: 0, added: null, runways: 0, revenue: null,
  revenue_median: null, balance: null, balance_median: null, ending: 0, months_median: null, answers: 0, late: 0,
} // prettier-ignore

const EMPTY: TeamWeek = {
  week: '2026-03-02',
  promised_hours: 24,
  overdue_now: 0,
  present: NOTHING,
  before: NOTHING,
  shortest_runways: [],
  colleagues: [],
  at_risk: { now: 0, snoozed: 0, at_end: null, at_end_before: null, became: null, recovered: null, became_names: [], recovered_names: [] }, // prettier-ignore
  labels: [],
}

const FULL: TeamWeek = {
  ...EMPTY,
  overdue_now: 2,
  present: {
    founders: 12, active: 10, checked_in: 9, mood: 3.67, goals_done: 14, added: { messages: 1200, demos: 8, conversions: -1 },
    runways: 3, revenue: 11_000, revenue_median: 3000, balance: 90_000, balance_median: 30_000, ending: 2, months_median: 5.97,
    answers: 3, minutes: 90, slow_minutes: 1500, late: 1,
  },
  before: { ...NOTHING, founders: 11, active: 8, checked_in: 8, mood: 4, runways: 2, revenue: 9000, revenue_median: 4500 },
  shortest_runways: [
    { ...ANA, months: 4, before: 5.5 },
    { ...BEN, months: 7, before: null },
  ],
  colleagues: [
    { id: ADMIN.id, name: 'Adele Admin', answers: 2, minutes: 30, slow_minutes: 90, late: 0 },
    { id: null, name: null, answers: 1, minutes: 1500, slow_minutes: 1500, late: 1 },
    { id: BEN.id, name: null, answers: 1, minutes: 5, slow_minutes: 5, late: 0 },
  ],
  at_risk: { now: 4, snoozed: 1, at_end: 5, at_end_before: 4, became: 12, recovered: 1, became_names: [ANA], recovered_names: [BEN] },
  labels: [
    { id: FOUNDER.id, name: 'Batch 7', founders: 5, checked_in: 4, mood: 4, goals_done: 6, conversions: 3, revenue: 8000, runways: 2, at_risk: 1, minutes: 45 },
    { id: null, name: null, founders: 7, checked_in: 0, mood: null, goals_done: 0, conversions: null, revenue: null, runways: 0, at_risk: 0, minutes: null },
  ],
} // prettier-ignore

beforeEach(() => {
  // A Monday in UTC.
  setClock('2026-03-09T09:00:00Z')
  server.rpc('team_week', ({ week }) => ({ ...FULL, week }))
})

const show = (query = '') => renderScreen(<TeamWeekPage />, { path: `/admin/week${query}`, as: ADMIN })
/** The texts of a table's rows, without its head. */
const rowsOf = async (name: string) => {
  const table = await screen.findByRole('table', { name })
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
}

test('the last week that ended is shown, each figure beside the week before', async () => {
  await show()
  await screen.findByText('Mar 2 – Mar 8, 2026, beside the week before. Weeks are UTC’s.')
  expect(await rowsOf('Founders')).toEqual([
    ['Active founders', '10 of 12', '8 of 11'],
    ['Founders who checked in', '9 of 12', '8 of 11'],
    ['Mood', '3.7, Good', 'Good'],
    ['Goals done', '14', '0'],
    ['Messages added', '+1,200', 'not recorded'],
    ['Demos added', '+8', 'not recorded'],
    ['Conversions added', '-1', 'not recorded'],
  ])
  expect(await rowsOf('Revenue and runway')).toEqual([
    ['Founders with recorded figures', '3 of 12', '2 of 11'],
    ['Revenue a month, all of these', '$11,000', '$9,000'],
    ['Revenue a month, median', '$3,000', '$4,500'],
    ['Bank balance, all of these', '$90,000', 'none'],
    ['Bank balance, median', '$30,000', 'none'],
    ['Runway, median', '5.9 months', 'Not running out'],
    ['Founders whose money runs out', '2 of 3', '0 of 2'],
  ])
  expect(await rowsOf('Answers of the squad')).toEqual([
    ['Answers', '3', '0'],
    ['Time until an answer, median', '1 h 30 min', 'none'],
    ['The slowest tenth waited at least', '1 day 1 h', 'none'],
    ['Promises broken', '1 of 3', '0 of 0'],
  ])
  card('Answers of the squad').getByText('An answer is promised within 24 h. 2 founders wait for longer now.')
})

test('founders are named and lead to their pages; colleagues are, too, where they are known', async () => {
  const { place } = await show()
  expect(await rowsOf('Shortest runways')).toEqual([
    ['Ana Founder', '4.0 months', '5.5 months'],
    ['ben@acme.example', '7.0 months', '–'],
  ])
  expect(await rowsOf('Answers by colleague')).toEqual([
    ['Adele Admin', '2', '30 min', '1 h 30 min', '0'],
    ['Not recorded', '1', '1 day 1 h', '1 day 1 h', '1'],
    ['A former colleague', '1', '5 min', '5 min', '0'],
  ])
  const risk = card('At risk')
  risk.getByText('Now 4, and 1 snoozed. In the week 12 became at risk and 1 recovered.')
  risk.getByText('and 11 more')
  risk.getByRole('link', { name: 'ben@acme.example' })
  await press(risk.getByRole('link', { name: 'Ana Founder' }))
  expect(place()).toBe(`/admin/founders/${FOUNDER.id}`)
})

test('each label is a row, and founders without one are the last', async () => {
  await show()
  expect(await rowsOf('Figures by label')).toEqual([
    ['Batch 7', '5', '4', 'Good', '6', '+3', '$8,000 of 2', '45 min', '1'],
    ['No label', '7', '0', '–', '0', '–', '–', '–', '0'],
  ])
})

test('the weeks before are reached by a press or a choice, and the week is in the URL', async () => {
  const { place } = await show()
  expect(screen.queryByRole('button', { name: 'The week after' })).toBeNull()
  await press('The week before')
  expect(place()).toBe('/admin/week?week=2026-02-23')
  await screen.findByText(/^Feb 23 – Mar 1, 2026/)
  await choose('Week', 'Dec 29 – Jan 4, 2026')
  expect(place()).toBe('/admin/week?week=2025-12-29')
  await waitFor(() => expect(server.sent('POST rpc/team_week').at(-1)?.body).toEqual({ week: '2025-12-29' }))
  await press('The week after')
  expect(place()).toBe('/admin/week?week=2026-01-05')
})

test.each(['2026-03-09', '2026-02-24', 'soon'])('%s is no week that has ended: the last one is shown', async (week) => {
  await show(`?week=${week}`)
  expect(await screen.findByText(/^Mar 2 – Mar 8, 2026/)).toBeDefined()
})

test('what is not known says so', async () => {
  server.rpc('team_week', () => ({ ...EMPTY, promised_hours: null, present: { ...NOTHING, founders: 2, late: null } }))
  await show()
  expect(await rowsOf('At risk')).toEqual([['When the week ended', 'not recorded', 'not recorded']])
  card('At risk').getByText(
    'Now 0. Who became at risk or recovered is not known: the radar was not recorded at the end of both weeks.',
  )
  expect((await rowsOf('Answers of the squad')).at(-1)).toEqual(['Promises broken', 'nothing is promised', 'nothing is promised']) // prettier-ignore
  card('Answers of the squad').getByText('No time to an answer is promised.')
  expect((await rowsOf('Revenue and runway'))[5]).toEqual(['Runway, median', 'none', 'none'])
  for (const table of ['Shortest runways', 'Answers by colleague', 'Figures by label'])
    expect(screen.queryByRole('table', { name: table })).toBeNull()
})

test('a product without founders says so', async () => {
  server.rpc('team_week', () => EMPTY)
  await show()
  expect(await screen.findByText('No founder had joined by the end of this week.')).toBeDefined()
})

test('a week that fails to load says so, with a retry', async () => {
  const allow = server.refuse('POST rpc/team_week')
  await show()
  await expectFailure('Failed to load the week')
  expect(within(document.body).getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(true)
  allow()
  await press('Try again')
  await screen.findByRole('table', { name: 'Founders' })
})
