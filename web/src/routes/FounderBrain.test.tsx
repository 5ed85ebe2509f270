// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFailure, expectText, press, pressKey, renderScreen, setClock } from '../testing/render.tsx'
import { formatDate } from '../lib/texts/dates.ts'
import { stubServer } from '../testing/server.ts'
import { FounderBrain } from './FounderBrain.tsx'

const server = stubServer()
beforeEach(() => {
  server.has({ app_entries: [], decision_answers: [], decisions: [], notes: [], weekly_checkins: [] })
  server.rpc('my_weeks', () => [])
})

const panel = () => within(screen.getByRole('tabpanel'))
const tab = (name: string) => screen.getByRole('tab', { name })

const textsOf = (pattern: RegExp) =>
  panel()
    .getAllByText(pattern)
    .map(({ textContent }) => textContent)

async function opens(name = 'Notes & Insights'): Promise<void> {
  await renderScreen(<FounderBrain />, { path: '/brain' })
  await press(tab(name))
}

/** Numbers from `most` down to 1: a list that is newest first. */
const downFrom = (most: number) => Array.from({ length: most }, (_, index) => most - index)
const dayOf = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
const mondayOf = (number: number) => new Date(Date.UTC(2026, 0, 5 + 7 * (number - 1))).toISOString().slice(0, 10)

/** Shows ten rows, ten more with each press, then no button; the focus moves to the first new row. */
async function expectLoadedInTens(row: RegExp, names: string[], button: string): Promise<void> {
  await expect.poll(() => panel().queryAllByText(row).length).toBe(10)
  expect(textsOf(row)).toEqual(names.slice(0, 10))
  await press(button)
  await expect.poll(() => textsOf(row).length).toBe(20)
  expect(textsOf(row)).toEqual(names.slice(0, 20))
  expect(document.activeElement?.textContent).toContain(names[10])
  await press(button)
  await expect.poll(() => textsOf(row).length).toBe(names.length)
  expect(textsOf(row)).toEqual(names)
  expect(screen.queryByRole('button', { name: button })).toBeNull()
}

test('four tabs, Notes & Insights first; the URL has the tab', async () => {
  const { place } = await renderScreen(<FounderBrain />, { path: '/brain' })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Notes & Insights', 'My Notes', 'Decisions', 'Weekly Check-ins',
  ]) // prettier-ignore
  expect(tab('Notes & Insights').getAttribute('aria-selected')).toBe('true')
  await press(tab('Decisions'))
  expect(place()).toBe('/brain?tab=decisions')
})

describe('notes', () => {
  test('a note is shown read-only with its category', async () => {
    server.has({
      notes: [{ title: 'What buyers fear', category: 'buyer-insights', content: 'Lock-in.\nMoving data.' }],
    })
    await opens()
    expect(await panel().findByRole('heading', { name: 'What buyers fear' })).toBeDefined()
    expect(panel().getByText('Buyer insights')).toBeDefined()
    expect(panel().getByText(/^Lock-in\.\s+Moving data\.$/)).toBeDefined()
    expect(panel().getByText('1 total notes (read-only)')).toBeDefined()
    expect(panel().queryByRole('button')).toBeNull()
    expect(panel().queryByRole('textbox')).toBeNull()
  })

  test('10 of 25, newest first; Load More Notes adds 10; the count is of all', async () => {
    server.has({ notes: downFrom(25).map((n) => ({ title: `Note ${n}`, created_at: dayOf(n) })) })
    await opens()
    await expectText('25 total notes (read-only)')
    await expectLoadedInTens(/^Note \d+$/, downFrom(25).map((n) => `Note ${n}`), 'Load More Notes') // prettier-ignore
    expect(panel().getByText('25 total notes (read-only)')).toBeDefined()
  })

  test('exactly 10 notes have no Load More button', async () => {
    server.has({ notes: downFrom(10).map((n) => ({ title: `Note ${n}` })) })
    await opens()
    await expect.poll(() => panel().queryAllByText(/^Note \d+$/).length).toBe(10)
    expect(screen.queryByRole('button', { name: 'Load More Notes' })).toBeNull()
  })

  test('the empty list shows "0 total notes (read-only)"', async () => {
    await opens()
    await expectText('0 total notes (read-only)')
  })
})

describe('decisions', () => {
  test('10 of 25, newest first; Load More Decisions adds 10', async () => {
    server.has({ decisions: downFrom(25).map((n) => ({ title: `Choice ${n}`, created_at: dayOf(n) })) })
    await opens('Decisions')
    await expectLoadedInTens(/^Choice \d+$/, downFrom(25).map((n) => `Choice ${n}`), 'Load More Decisions') // prettier-ignore
  })
})

describe('check-ins', () => {
  const texts = { wins: 'Two demos', blockers: 'Hiring', next_priority: 'Pricing' }

  test('the empty state leads to the board', async () => {
    const { place } = await renderScreen(<FounderBrain />, { path: '/brain?tab=check-ins' })
    await press('Go to Command Board')
    expect(place()).toBe('/')
  })

  test('a check-in shows its week, mood, texts, and the AI summary if there is one', async () => {
    server.has({
      weekly_checkins: [
        { ...texts, week_of: '2026-02-23', mood: 1, ai_summary: null },
        { ...texts, week_of: '2026-03-02', mood: 5, ai_summary: 'A week of selling', priority_outcome: 'partly' },
      ],
    })
    await opens('Weekly Check-ins')
    await panel().findByText('Crushing it')
    expect(panel().getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Week of Mar 2, 2026', 'Week of Feb 23, 2026',
    ]) // prettier-ignore
    expect(panel().getByText('Struggling')).toBeDefined()
    for (const text of Object.values(texts)) expect(panel().getAllByText(text, { selector: 'dd' })).toHaveLength(2)
    expect(panel().getAllByText('A week of selling')).toHaveLength(1)
    expect(panel().getAllByText('Summary')).toHaveLength(1)
    expect(panel().getByText('Last priority').parentElement?.textContent).toBe('Last priorityIt happened in part')
  })

  test('a check-in is one line, which opens; the newest is open', async () => {
    server.has({
      weekly_checkins: [
        { ...texts, week_of: '2026-02-23', wins: 'Two demos\nOne partner' },
        { ...texts, week_of: '2026-03-02' },
      ],
    })
    await opens('Weekly Check-ins')
    const [newest, older] = await panel().findAllByRole<HTMLDetailsElement>('group')
    expect([newest?.open, older?.open]).toEqual([true, false])
    expect(older?.querySelector('summary')?.textContent).toContain('Week of Feb 23, 2026')
    await press(panel().getByText('Week of Feb 23, 2026'))
    expect([newest?.open, older?.open]).toEqual([true, true])
  })

  test('10 of 25, newest week first; Load More Check-ins adds 10', async () => {
    server.has({ weekly_checkins: downFrom(25).map((n) => ({ week_of: mondayOf(n), wins: `Win ${n}` })) })
    await opens('Weekly Check-ins')
    const weeks = downFrom(25).map((n) => `Week of ${formatDate(mondayOf(n))}`)
    await expectLoadedInTens(/^Week of /, weeks, 'Load More Check-ins')
  })

  test('a check-in, and its summary, appear without a reload', async () => {
    await opens('Weekly Check-ins')
    await expectText('No check-ins yet.')
    await server.goLive('weekly_checkins')
    server.inserts('weekly_checkins', { ...texts, week_of: '2026-03-02' })
    await panel().findByText('Two demos', { selector: 'dd' })
    server.updates('weekly_checkins', { ai_summary: 'This is your first check-in' })
    await panel().findByText('This is your first check-in')
  })

  test('a summary that arrives while more check-ins load is shown, and loading continues', async () => {
    server.has({ weekly_checkins: downFrom(15).map((n) => ({ week_of: mondayOf(n), wins: `Win ${n}` })) })
    await opens('Weekly Check-ins')
    await expect.poll(() => panel().queryAllByText(/^Win \d+$/, { selector: 'dd' }).length).toBe(10)
    await server.goLive('weekly_checkins')
    const release = server.hold(/^GET weekly_checkins\?.*week_of=lt/)
    await press('Load More Check-ins')
    await panel().findByRole('button', { name: 'Loading...' })
    server.updates('weekly_checkins', { ai_summary: 'A week of selling' }, ({ wins }) => wins === 'Win 12')
    release()
    await expect.poll(() => panel().queryAllByText(/^Win \d+$/, { selector: 'dd' }).length).toBe(15)
    await panel().findByText('A week of selling')
  })

  test('mood and completed goals by week, with gaps where nothing is recorded, once there are two weeks', async () => {
    setClock('2026-03-04T10:00:00')
    await opens('Weekly Check-ins')
    await expectText('No check-ins yet.')
    expect(screen.queryByRole('region', { name: 'Your Weeks' })).toBeNull()
    server.rpc('my_weeks', () => [
      { week_of: '2026-02-09', mood: 2, goals_completed: null },
      { week_of: '2026-02-16', mood: null, goals_completed: null },
      { week_of: '2026-02-23', mood: 5, goals_completed: 1 },
      { week_of: '2026-03-02', mood: null, goals_completed: 0 },
    ])
    await server.goLive('weekly_checkins')
    const readout = (chart: HTMLElement) => chart.getAttribute('aria-valuetext')
    const mood = await screen.findByRole('slider', { name: 'Mood by week' })
    expect(readout(mood)).toBe('Week of Mar 2, 2026: nothing recorded')
    // The week begins on the founder's Monday.
    const begins_at = new Date('2026-03-02T00:00:00').toISOString()
    expect(server.sent(/my_weeks/)[0]?.query.get('begins_at')).toBe(begins_at)
    mood.focus()
    await pressKey('ArrowLeft')
    expect(readout(mood)).toBe('Week of Feb 23, 2026: Crushing it')
    await pressKey('ArrowLeft')
    expect(readout(mood)).toBe('Week of Feb 16, 2026: nothing recorded')
    const goals = screen.getByRole('slider', { name: 'Completed goals by week' })
    expect(readout(goals)).toBe('Week of Mar 2, 2026, so far: 0')
    goals.focus()
    await pressKey('ArrowLeft')
    expect(readout(goals)).toBe('Week of Feb 23, 2026: 1')
  })

  test('a week stands at the same place in both charts', async () => {
    setClock('2026-03-04T10:00:00')
    server.rpc('my_weeks', () => [
      { week_of: '2026-02-23', mood: 5, goals_completed: 1200 },
      { week_of: '2026-03-02', mood: 1, goals_completed: 3 },
    ])
    await opens('Weekly Check-ins')
    const places = async (name: string) => {
      const texts = [...(await screen.findByRole('slider', { name })).querySelectorAll('text')]
      const days = texts.filter(({ textContent }) => /^[A-Z][a-z]{2} \d+$/.test(textContent))
      return days.map((day) => `${day.textContent} at ${day.getAttribute('x')}`)
    }
    const moods = await places('Mood by week')
    expect(moods.length).toBeGreaterThan(0)
    expect(await places('Completed goals by week')).toEqual(moods)
  })
})

test.each([
  { name: 'Notes & Insights', table: 'notes', message: 'Failed to load notes', empty: '0 total notes (read-only)' },
  { name: 'Decisions', table: 'decisions', message: 'Failed to load decisions', empty: /^No decisions logged yet/ },
  {
    name: 'Weekly Check-ins',
    table: 'weekly_checkins',
    message: 'Failed to load check-ins',
    empty: 'No check-ins yet.',
  },
])('"$message", with a retry', async ({ name, table, message, empty }) => {
  const allow = server.refuse(`GET ${table}`)
  await opens(name)
  await expectFailure(message)
  allow()
  await press(panel().getByRole('button', { name: 'Try again' }))
  await expectText(empty)
})

test.each([
  { tab: 'notes', table: 'notes', row: { title: 'A hidden Quokka' } },
  { tab: 'decisions', table: 'decisions', row: { title: 'The Quokka asked' } },
  { tab: 'check-ins', table: 'weekly_checkins', row: { week_of: '2025-02-24', wins: 'A Quokka signed' } },
] as const)(
  'a link leads to a row on a later page of the $tab, which is marked and focused',
  async ({ tab, table, row }) => {
    server.has({ [table]: [{ ...row, created_at: dayOf(1) }] })
    const { id } = server.row(table)
    server.has({
      [table]: downFrom(39).map((n) => ({ title: `Row ${n}`, week_of: mondayOf(n), created_at: dayOf(1 + n) })),
    })
    await renderScreen(<FounderBrain />, { path: `/brain?tab=${tab}#${id}` })
    await panel().findByText(/Quokka/, { ignore: 'span' })
    const [found, next] = panel().getAllByRole('listitem')
    expect(found?.id).toBe(id)
    expect(found?.getAttribute('aria-current')).toBe('true')
    expect(next?.getAttribute('aria-current')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(found)
  },
)

test('a decision and a check-in that an app added say so', async () => {
  server.has({
    decisions: [
      { id: 'd1', title: 'Raise prices' },
      { id: 'd2', title: 'Hire Jo' },
    ],
    weekly_checkins: [{ id: 'c1', week_of: '2026-03-02', wins: 'Two demos' }],
    app_entries: [
      { record_id: 'd1', kind: 'decision', app: 'Claude' },
      { record_id: 'c1', kind: 'check-in', app: '' },
    ],
  })
  await opens('Decisions')
  expect((await screen.findByText('Added with Claude')).closest('article')?.textContent).toContain('Raise prices')
  await press(tab('Weekly Check-ins'))
  await expectText('Added with a connected app')
})
