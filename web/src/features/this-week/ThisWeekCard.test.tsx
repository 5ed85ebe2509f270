// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Figure, ThisWeek } from '../../../../domain/this-week.ts'
import { advance, card, expectFailure, expectGone, press, renderScreen, setClock } from '../../testing/render.tsx'
import { currentLocation } from '../../lib/navigation/navigate.ts'
import { stubServer } from '../../testing/server.ts'
import { ThisWeekCard } from './ThisWeekCard.tsx'

const server = stubServer()

const figure = (now: number | null, before: number | null): Figure => ({
  now,
  before,
  weeks: [1, 4, null, 2, 0, 3, before, now],
})
const UNKNOWN: Figure = { now: null, before: null, weeks: Array<null>(8).fill(null) }

const NEW: ThisWeek = {
  since: '2026-03-04T09:00:00Z',
  until: '2026-03-04T10:00:00Z',
  verdict: null,
  figures: { conversions: UNKNOWN, demos: UNKNOWN, messages: UNKNOWN, goals: figure(0, 0) },
  priority: null,
  goals: { done: 0, of: 0 },
  changes: { replies: 0, notes: 0, ratings: 0, loops: 0 },
  streak: 0,
  steps: { goal: false, 'check-in': false, question: false, message: false },
  next: { kind: 'goals' },
}
let week: ThisWeek

beforeEach(() => {
  setClock('2026-03-04T10:00:00')
  week = NEW
  server.rpc('this_week', () => week)
  server.rpc('mark_board_seen', () => undefined)
  server.rpc('dismiss_first_steps', () => {
    week = { ...week, steps: null }
  })
})

const shown = () => card('This Week')
const changes = () =>
  within(screen.getByRole('list', { name: 'Since you last looked' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('a new founder gets four first steps; one that is done is ticked, and none is left when all are', async () => {
  await renderScreen(<ThisWeekCard />)
  await shown().findByText('First steps')
  for (const step of ['Set a goal', 'Check in', 'Ask a question', 'Send a message'])
    expect(shown().getByRole('button', { name: step })).toBeDefined()
  await server.goLive('goals', 'traction_loops', 'weekly_checkins', 'squad_messages', 'read_receipts')
  week = { ...NEW, steps: { ...NEW.steps!, goal: true } }
  server.reports('goals', 'INSERT')
  await shown().findByText(': done')
  expect(shown().getByText('Set a goal').textContent).toBe('Set a goal: done')
  expect(shown().queryByRole('button', { name: 'Set a goal' })).toBeNull()
  week = { ...NEW, steps: null }
  server.reports('squad_messages', 'INSERT')
  await shown().findByRole('button', { name: 'Set a goal for this week' })
  expect(shown().queryByText('First steps')).toBeNull()
})

test('while it loads it is as high as it was: with first steps, with goals or loops below them, without', async () => {
  const loading = () => document.querySelector('[data-state=loading]')?.parentElement?.dataset['steps']
  const open = async (shows: ThisWeek) => {
    week = shows
    const answer = server.hold(/this_week/)
    await renderScreen(<ThisWeekCard />)
    const before = loading()
    answer()
    await expectGone(() => document.querySelector('[data-state=loading]'))
    if (shows.steps) await shown().findByText('First steps')
    cleanup()
    return before
  }
  expect(await open(NEW)).toBeUndefined()
  expect(await open({ ...NEW, goals: { done: 0, of: 1 } })).toBe('')
  expect(await open({ ...NEW, figures: { ...NEW.figures, conversions: figure(1, 0) } })).toBe('goals')
  expect(await open({ ...NEW, steps: null })).toBe('loops')
  expect(await open({ ...NEW, steps: null })).toBeUndefined()
})

test('the first steps, once dismissed, are not shown again', async () => {
  const { leave } = await renderScreen(<ThisWeekCard />)
  await press('Dismiss the first steps')
  await expectGone(() => shown().queryByText('First steps'))
  expect(server.sent('POST rpc/dismiss_first_steps')).toHaveLength(1)
  leave()
  await renderScreen(<ThisWeekCard />)
  await shown().findByRole('button', { name: 'Set a goal for this week' })
  expect(shown().queryByText('First steps')).toBeNull()
})

test('first steps that cannot be dismissed come back, with an error', async () => {
  server.refuse('POST rpc/dismiss_first_steps')
  await renderScreen(<ThisWeekCard />)
  await press('Dismiss the first steps')
  await expectFailure('Failed to dismiss the first steps')
  expect(shown().getByText('First steps')).toBeDefined()
})

test.each([
  { next: { kind: 'goals' }, label: 'Set a goal for this week', to: '/' },
  { next: { kind: 'check-in' }, label: 'Close the week: check in', to: '/' },
  { next: { kind: 'reply' }, label: 'Read the squad’s reply', to: '/chat?tab=squad' },
  { next: { kind: 'ask' }, label: 'Ask your co-founder what’s next', to: '/chat' },
  { next: { kind: 'goal', id: 'a1', text: 'Ten demos' }, label: 'Next: Ten demos', to: '/?goals=weekly#a1' },
] as const)('without first steps there is one next step: $label', async ({ next, label, to }) => {
  week = { ...NEW, steps: null, next }
  const { place } = await renderScreen(<ThisWeekCard />, { path: '/traction' })
  await shown().findByText('Your story starts this week')
  expect(shown().getAllByRole('button')).toEqual([shown().getByRole('button', { name: label })])
  await press(label)
  expect(place()).toBe(to)
})

test('says what the week is compared with', async () => {
  week = { ...NEW, steps: null, verdict: { direction: 'same' } }
  await renderScreen(<ThisWeekCard />)
  await shown().findByText('Level with the week before')
  expect(shown().getByText('Compared with the same days last week.')).toBeDefined()
})

test('a first week has no bars', async () => {
  const first: Figure = { ...UNKNOWN, now: 0, weeks: [...UNKNOWN.weeks.slice(1), 0] }
  week = { ...NEW, steps: null, goals: { done: 0, of: 2 }, figures: { ...NEW.figures, goals: first } }
  await renderScreen(<ThisWeekCard />)
  await shown().findByText('Your story starts this week')
  expect(figures()).toEqual(['Weekly goals done0 of 2'])
  expect(shown().queryByRole('img')).toBeNull()
})

/** Each figure with its change, as they are read. */
const figures = () =>
  shown()
    .getAllByRole('term')
    .map((term) => term.parentElement?.textContent)

test('the line and the goals done follow what the founder does', async () => {
  week = { ...NEW, steps: null, goals: { done: 0, of: 1 } }
  await renderScreen(<ThisWeekCard />)
  await shown().findByText('Your story starts this week')
  expect(figures()).toEqual(['Weekly goals done0 of 1'])
  await server.goLive('goals')
  week = { ...week, goals: { done: 1, of: 1 }, streak: 2, verdict: { direction: 'better', reason: 'goals', now: 1, before: 0 }, figures: { ...NEW.figures, goals: figure(1, 0) } } // prettier-ignore
  server.reports('goals', 'UPDATE')
  await shown().findByText('Better than the week before')
  expect(figures()).toEqual(['Weekly goals done1 of 1+1 on the same days'])
  expect(shown().getByText('2 weeks in a row with a check-in.')).toBeDefined()
})

test('the week has four figures, each with its change on the week before, and the founder’s own priority', async () => {
  const counts = { conversions: figure(10, 7), demos: figure(1200, 1201), messages: figure(0, 0), goals: figure(3, 3) }
  week = { ...NEW, steps: null, goals: { done: 3, of: 6 }, figures: counts, priority: 'Hand the first demo to Jo' }
  await renderScreen(<ThisWeekCard />)
  expect(await shown().findByText('Hand the first demo to Jo')).toBeDefined()
  expect(figures()).toEqual([
    'Conversions10+3 on the same days',
    'Demos1,200-1 on the same days',
    'Messages0',
    'Weekly goals done3 of 6',
  ])
})

test.each([
  [undefined, 'Priority: Ask two practices'],
  [false, 'Priority: Ask two practices'],
  [true, 'Next priority: Ask two practices'],
])('the priority of this week’s check-in is for the next week: %s', async (is_checked_in, line) => {
  week = { ...NEW, steps: null, priority: 'Ask two practices', ...(is_checked_in !== undefined && { is_checked_in }) }
  await renderScreen(<ThisWeekCard />)
  expect((await shown().findByText('Ask two practices')).parentElement?.textContent).toBe(line)
})

test('until the week has something, last week’s figures are beside it, and the verdict is on last week', async () => {
  const counts = { conversions: figure(0, 2), demos: figure(0, 0), messages: UNKNOWN, goals: figure(0, null) }
  const conversions = { ...counts.conversions, weeks: [1, 4, null, 2, 0, 3, 12, 0] }
  const verdict = { week: 'last', direction: 'better', reason: 'conversions', now: 12, before: 3 } as const
  week = { ...NEW, steps: null, verdict, goals: { done: 0, of: 8 }, figures: { ...counts, conversions } }
  await renderScreen(<ThisWeekCard />)
  await shown().findByText('Last week: better than the week before')
  expect(figures()).toEqual(['Conversions012 last week', 'Demos00 last week', 'Weekly goals done0 of 8'])
})

test('a founder without loops and goals sees no figures, nor one whose week was kept by an earlier version', async () => {
  week = { ...NEW, steps: null }
  const { leave } = await renderScreen(<ThisWeekCard />)
  await shown().findByText('Your story starts this week')
  expect(shown().queryAllByRole('term')).toEqual([])
  leave()
  const { figures: _, priority: __, ...earlier } = week
  week = earlier as ThisWeek
  await renderScreen(<ThisWeekCard />)
  await shown().findByText('Your story starts this week')
  expect(shown().queryAllByRole('term')).toEqual([])
})

test('what changed since the last look leads to it, stays while the page is open, and is marked as seen', async () => {
  week = { ...NEW, steps: null, changes: { replies: 1, notes: 1, ratings: 0, loops: 0 } }
  const { place } = await renderScreen(<ThisWeekCard />)
  await shown().findByText('1 new note')
  expect(changes()).toEqual(['1 unread reply from your squad', '1 new note'])
  expect(server.sent('POST rpc/mark_board_seen')).toEqual([])
  await advance(2000)
  expect(server.sent('POST rpc/mark_board_seen').map(({ body }) => body)).toEqual([
    { seen: NEW.until, time_zone: 'UTC' },
  ])
  await server.goLive('goals')
  server.reports('goals', 'INSERT')
  await expect.poll(() => server.sent('GET rpc/this_week').at(-1)?.body).toEqual({
    today: '2026-03-04', since: NEW.since, begins_at: new Date('2026-03-02T00:00').toISOString(),
  }) // prettier-ignore
  await press('1 unread reply from your squad', 'link')
  expect(place()).toBe('/chat?tab=squad')
})

test('the link to new notes says since when they are', async () => {
  week = { ...NEW, steps: null, changes: { replies: 0, notes: 2, ratings: 0, loops: 0 } }
  await renderScreen(<ThisWeekCard />)
  await press('2 new notes', 'link')
  expect(currentLocation().state).toEqual({ newSince: NEW.since })
})

test('a week that does not load is said, with a retry', async () => {
  const allow = server.refuse('GET rpc/this_week')
  await renderScreen(<ThisWeekCard />)
  expect(await shown().findByText('Failed to load your week')).toBeDefined()
  allow()
  await press('Try again')
  expect(await shown().findByText('Your story starts this week')).toBeDefined()
})
