// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { WeekSoFar } from './week-so-far.ts'
import {
  advance,
  card,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../testing/render.tsx'
import { failure } from '../../testing/tables.ts'
import { stubServer } from '../../testing/server.ts'
import { requestAction } from '../../ui/actions.ts'
import { texts } from '../../lib/texts/texts.ts'
import { CheckInCard } from './CheckInCard.tsx'

const server = stubServer()

const NOTHING: WeekSoFar = { priority: null, goals: [], decisions: [], added: null, streak: 0 }

beforeEach(() => {
  setClock('2026-03-04T10:00:00')
  server.has({ weekly_checkins: [] })
  server.rpc('week_so_far', () => NOTHING)
})

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const isSaveDisabled = () => save().getAttribute('aria-disabled') === 'true'
const wins = () => screen.getByLabelText<HTMLTextAreaElement>('Wins')
const next = () => screen.getByLabelText<HTMLTextAreaElement>('Next priority')
const descriptionOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
const mood = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

async function opens(): Promise<HTMLElement> {
  await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Check-in' }).disabled).toBe(false) // prettier-ignore
  await press('Complete Check-in')
  return screen.findByRole('dialog', { name: 'Weekly Check-in' })
}

async function checksIn(week: { wins?: string; mood?: string } = {}): Promise<void> {
  await opens()
  if (week.mood) await press(week.mood, 'radio')
  await type('Wins', week.wins ?? 'Two demos')
  await type('Next priority', 'Pricing')
  await press('Save')
  await expectSuccess('Weekly check-in saved')
  await expectGone(() => screen.queryByRole('dialog'))
}

test('Save needs wins and next priority; blockers are optional', async () => {
  await renderScreen(<CheckInCard />)
  await opens()
  expect(isSaveDisabled()).toBe(true)
  await type('Wins', 'Two demos')
  expect(isSaveDisabled()).toBe(true)
  await type('Next priority', '   ')
  expect(isSaveDisabled()).toBe(true)
  await type('Next priority', 'Pricing')
  expect(isSaveDisabled()).toBe(false)
  await type('Wins', '')
  await type('Blockers', 'Hiring')
  expect(isSaveDisabled()).toBe(true)
})

test('Save pressed too early says beside each field what is missing, and the first one has the focus', async () => {
  await renderScreen(<CheckInCard />)
  await opens()
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Save')
  expect(document.activeElement).toBe(wins())
  expect(descriptionOf(wins())).toBe('Add at least one win, however small.')
  expect(descriptionOf(next())).toBe('Name the one thing that matters next week.')
  expect(screen.getByLabelText('Blockers').getAttribute('aria-invalid')).toBeNull()
  await type('Wins', 'Two demos')
  expect(wins().getAttribute('aria-invalid')).toBeNull()
  await press('Save')
  expect(document.activeElement).toBe(next())
  expect(server.sent(/^POST weekly_checkins/)).toEqual([])
})

test('a text that is too long is reported beside its field', async () => {
  await renderScreen(<CheckInCard />)
  await opens()
  await type('Wins', 'Two demos')
  await type('Next priority', 'Pricing')
  await type('Blockers', 'x'.repeat(5001))
  await expectText('5,001 / 5,000')
  expect(isSaveDisabled()).toBe(true)
  await press('Save')
  expect(document.activeElement).toBe(screen.getByLabelText('Blockers'))
  await expectText('At most 5,000 characters, please.')
  expect(server.sent(/^POST weekly_checkins/)).toEqual([])
})

test.each([{ ctrlKey: true }, { metaKey: true }])('Enter with %o saves from any field', async (modifier) => {
  await renderScreen(<CheckInCard />)
  await opens()
  await type('Wins', 'Two demos')
  await type('Next priority', 'Pricing')
  fireEvent.keyDown(screen.getByLabelText('Blockers'), { key: 'Enter', ...modifier })
  await expectSuccess('Weekly check-in saved')
  expect(server.row('weekly_checkins')).toMatchObject({ wins: 'Two demos', next_priority: 'Pricing' })
})

test('Ctrl Enter submits from any other control too, and says what is missing', async () => {
  await renderScreen(<CheckInCard />)
  await opens()
  mood('Good').focus()
  fireEvent.keyDown(mood('Good'), { key: 'Enter', ctrlKey: true })
  expect(document.activeElement).toBe(wins())
  await type('Wins', 'Two demos')
  await type('Next priority', 'Pricing')
  fireEvent.keyDown(mood('Good'), { key: 'Enter' })
  expect(server.sent(/^POST weekly_checkins/)).toEqual([])
  fireEvent.keyDown(mood('Good'), { key: 'Enter', ctrlKey: true })
  await expectSuccess('Weekly check-in saved')
})

test('five moods from Struggling to Crushing it; Ok is the default', async () => {
  await renderScreen(<CheckInCard />)
  const dialog = await opens()
  const moods = within(dialog).getAllByRole('radio')
  expect(moods).toEqual(['Struggling', 'Tough', 'Ok', 'Good', 'Crushing it'].map(mood))
  expect(mood('Ok').checked).toBe(true)
})

test('saves the typed texts for this week’s Monday, with the default mood', async () => {
  await renderScreen(<CheckInCard />)
  await opens()
  await type('Wins', 'Two demos')
  await type('Blockers', 'Hiring')
  await type('Next priority', 'Pricing')
  await press('Save')
  await expectSuccess('Weekly check-in saved')
  await expectGone(() => screen.queryByRole('dialog'))
  expect(server.rows('weekly_checkins')).toMatchObject([
    { week_of: '2026-03-02', mood: 3, wins: 'Two demos', blockers: 'Hiring', next_priority: 'Pricing' },
  ])
})

test('the card shows date and mood of the last check-in, and there is one a week', async () => {
  const { leave } = await renderScreen(<CheckInCard />)
  await expectText('No check-ins yet. Take two minutes to look back at your week.')
  await checksIn({ mood: 'Good' })
  expect(await card('Weekly Check-in').findByText('Good')).toBeDefined()
  expect(card('Weekly Check-in').getByText('Mar 4, 2026')).toBeDefined()
  const done = async () =>
    (await screen.findByRole<HTMLButtonElement>('button', { name: 'Already Checked In' })).disabled
  expect(await done()).toBe(true)
  leave()
  await renderScreen(<CheckInCard />)
  expect(await done()).toBe(true)
})

test('typed text survives closing the dialog and a reload', async () => {
  const { reload } = await renderScreen(<CheckInCard />)
  await opens()
  await press(mood('Tough'))
  await type('Wins', 'Two demos')
  await pressKey('Escape')
  await expectGone(() => screen.queryByRole('dialog'))
  await opens()
  expect(wins().value).toBe('Two demos')
  await reload()
  await opens()
  expect(wins().value).toBe('Two demos')
  expect(mood('Tough').checked).toBe(true)
})

test('after Sunday midnight last week’s check-in does not block the next one, and the form is empty', async () => {
  setClock('2026-03-08T23:58:00')
  await renderScreen(<CheckInCard />)
  await checksIn({ mood: 'Good' })
  await screen.findByRole('button', { name: 'Already Checked In' })
  await advance(4 * 60_000)
  await opens()
  expect(mood('Ok').checked).toBe(true)
  for (const label of ['Wins', 'Blockers', 'Next priority'])
    expect(screen.getByLabelText<HTMLTextAreaElement>(label).value).toBe('')
  await pressKey('Escape')
  await expectGone(() => screen.queryByRole('dialog'))
  await checksIn({ mood: 'Crushing it' })
  await screen.findByRole('button', { name: 'Already Checked In' })
  expect(await card('Weekly Check-in').findByText('Crushing it')).toBeDefined()
  expect(server.rows('weekly_checkins').map(({ week_of }) => week_of)).toEqual(['2026-03-02', '2026-03-09'])
})

test('a week that was checked in elsewhere meanwhile is an error, and the text can be opened again', async () => {
  await renderScreen(<CheckInCard />)
  await opens()
  await server.goLive('weekly_checkins')
  await type('Wins', 'From this tab')
  await type('Next priority', 'Pricing')
  server.on('POST weekly_checkins', () => {
    server.inserts('weekly_checkins', { week_of: '2026-03-02', wins: 'From the other tab' })
    return failure(409, '23505', 'duplicate key value violates unique constraint')
  })
  await press('Save')
  await expectFailure('Failed to save check-in')
  const done = await screen.findByRole<HTMLButtonElement>('button', { name: 'Already Checked In' })
  expect(done.disabled).toBe(true)
  await expectText(`Not sent: ${texts.checkIns.taken}`)
  await press('Edit: Week of Mar 2, 2026')
  await screen.findByRole('dialog')
  expect(wins().value).toBe('From this tab')
  await expectText(texts.checkIns.taken)
})

test('View All Check-ins leads to Founder Brain', async () => {
  const { place } = await renderScreen(<CheckInCard />)
  await press('View All Check-ins')
  expect(place()).toBe('/brain')
})

test('the action "check-in" opens the dialog once a week, and then the week’s check-in to be corrected', async () => {
  const { leave } = await renderScreen(<CheckInCard />)
  await act(async () => requestAction('check-in'))
  expect(await screen.findByRole('dialog', { name: 'Weekly Check-in' })).toBeDefined()
  leave()
  server.has({ weekly_checkins: [{ week_of: '2026-03-02', wins: 'Two demos', next_priority: 'Pricing' }] })
  await renderScreen(<CheckInCard />)
  await screen.findByRole('button', { name: 'Already Checked In' })
  await act(async () => requestAction('check-in'))
  expect(await screen.findByRole('dialog', { name: 'Edit Check-in' })).toBeDefined()
  expect(wins().value).toBe('Two demos')
})

test('a failed load is said, with a retry', async () => {
  const allow = server.refuse('GET weekly_checkins')
  await renderScreen(<CheckInCard />)
  await expectFailure('Failed to load check-ins')
  // Whether this week has one is not known yet.
  const complete = screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Check-in' })
  expect(complete.disabled).toBe(true)
  allow()
  await press('Try again')
  await expectText(/^No check-ins yet/)
  expect(complete.disabled).toBe(false)
})

test('the summary of a check-in is shown once it is written', async () => {
  server.has({ weekly_checkins: [{ week_of: '2026-03-02', wins: 'Two demos', next_priority: 'Pricing' }] })
  await renderScreen(<CheckInCard />)
  expect(await card('Weekly Check-in').findByText('Last check-in')).toBeDefined()
  await server.goLive('weekly_checkins')
  server.updates('weekly_checkins', { ai_summary: 'A week of selling' })
  await expectText('A week of selling')
})

test('the last check-in can be corrected from the card', async () => {
  server.has({ weekly_checkins: [{ week_of: '2026-03-02', mood: 4, wins: 'Two demos', next_priority: 'Pricing' }] })
  await renderScreen(<CheckInCard />)
  await press('Edit check-in: Week of Mar 2, 2026')
  await screen.findByRole('dialog', { name: 'Edit Check-in' })
  await press(mood('Tough'))
  await press('Save')
  await expectSuccess('Check-in updated')
  expect(await card('Weekly Check-in').findByText('Tough')).toBeDefined()
  expect(server.row('weekly_checkins')).toMatchObject({ mood: 2, wins: 'Two demos' })
})

test('one of five weeks ago cannot', async () => {
  server.has({ weekly_checkins: [{ week_of: '2026-01-26', wins: 'Two demos', next_priority: 'Pricing' }] })
  await renderScreen(<CheckInCard />)
  await expectText('Last check-in')
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

const week: WeekSoFar = {
  priority: { week_of: '2026-02-23', text: 'A page of prices' },
  goals: ['Ship it'],
  decisions: ['Hire Ben'],
  added: null,
  streak: 1,
}

test('opens with the last priority, and stores whether it happened', async () => {
  server.rpc('week_so_far', () => week)
  await renderScreen(<CheckInCard />)
  const dialog = await opens()
  expect(within(dialog).getByText('A page of prices')).toBeDefined()
  expect(dialog.textContent).toContain('This makes 2 weeks in a row.')
  await press(mood('Partly'))
  await type('Wins', 'One demo')
  await type('Next priority', 'Hiring')
  await press('Save')
  await expectSuccess('Weekly check-in saved')
  expect(server.row('weekly_checkins')).toMatchObject({ priority_outcome: 'partly', wins: 'One demo' })
  expect(server.sent('GET rpc/week_so_far')[0]?.body).toEqual({
    week_of: '2026-03-02',
    begins_at: new Date('2026-03-02T00:00:00').toISOString(),
  })
})

test('the first check-in asks for no earlier priority, and offers no wins', async () => {
  await renderScreen(<CheckInCard />)
  const dialog = await opens()
  expect(server.sent('GET rpc/week_so_far')).not.toEqual([])
  expect(dialog.textContent).not.toMatch(/Did it happen\?|Pick your wins/)
})

test('shows what the week held: a press adds it to the wins, another takes it out', async () => {
  server.rpc('week_so_far', () => week)
  await renderScreen(<CheckInCard />)
  await opens()
  const shipped = screen.getByRole('button', { name: 'Ship it' })
  await type('Wins', 'A good talk')
  await press(shipped)
  await press('Decided: Hire Ben')
  expect(wins().value).toBe('A good talk\nShip it\nDecided: Hire Ben')
  expect(shipped.getAttribute('aria-pressed')).toBe('true')
  await press(shipped)
  expect(wins().value).toBe('A good talk\nDecided: Hire Ben')
  expect(shipped.getAttribute('aria-pressed')).toBe('false')
})

test('works when what the week held does not load, and asks again', async () => {
  server.rpc('week_so_far', () => week)
  const allow = server.refuse('GET rpc/week_so_far')
  await renderScreen(<CheckInCard />)
  const dialog = await opens()
  expect(dialog.textContent).toContain('could not be loaded')
  await type('Wins', 'One demo')
  allow()
  await press('Try again')
  await expectText('A page of prices')
  expect(wins().value).toBe('One demo')
})

test('the last week’s check-in waits for the network while this week’s is typed, and both are sent in order', async () => {
  setClock('2026-03-08T23:58:00')
  await renderScreen(<CheckInCard />)
  const saves = async (text: string) => {
    await opens()
    await type('Wins', text)
    await type('Next priority', 'Pricing')
    await press('Save')
  }
  const unsent = () =>
    within(screen.getByRole('list', { name: 'Not sent yet' }))
      .getAllByRole('listitem')
      .map(({ firstElementChild }) => firstElementChild?.textContent)
  const complete = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Check-in' })
  server.setReachable(false)
  await saves('Last week’s')
  await expect.poll(unsent).toEqual(['Week of Mar 2, 2026'])
  expect(complete().disabled).toBe(true)
  await advance(4 * 60_000)
  await saves('This week’s')
  await expect.poll(unsent).toEqual(['Week of Mar 2, 2026', 'Week of Mar 9, 2026'])
  server.setReachable(true)
  await expect
    .poll(() => server.rows('weekly_checkins').map(({ wins }) => wins))
    .toEqual(['Last week’s', 'This week’s'])
})

describe('a check-in without a network', () => {
  const EDIT = 'Edit: Week of Mar 2, 2026'
  const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label)
  const typed = { Wins: 'Two demos', Blockers: 'Hiring', 'Next priority': 'Pricing' }

  /** Saves a check-in, which waits. */
  async function waits(): Promise<void> {
    await renderScreen(<CheckInCard />)
    await opens()
    await press(mood('Good'))
    for (const [label, text] of Object.entries(typed)) await type(label, text)
    server.setReachable(false)
    await press(save())
    await expectGone(() => screen.queryByRole('dialog'))
    await expectText(texts.waiting)
  }

  test('has not failed: it waits, is opened again as it was, and is saved when the network is back', async () => {
    await waits()
    await press(EDIT)
    await screen.findByRole('dialog')
    expect(mood('Good').checked).toBe(true)
    for (const [label, text] of Object.entries(typed)) expect(field(label).value).toBe(text)
    await press(save())
    await expectText(texts.waiting)
    server.setReachable(true)
    await expectSuccess('Weekly check-in saved')
    const done = await screen.findByRole<HTMLButtonElement>('button', { name: 'Already Checked In' })
    expect(done.disabled).toBe(true)
    expect(server.rows('weekly_checkins')).toMatchObject([{ mood: 4, wins: 'Two demos', blockers: 'Hiring' }])
  })

  test.each([
    { how: 'edited', wins: 'Two demos' },
    { how: 'discarded', wins: '' },
  ])('is not sent once it is $how', async ({ how, wins }) => {
    await waits()
    if (how === 'edited') {
      await press(EDIT)
      await screen.findByRole('dialog')
    } else {
      await press(/^Discard: Week of/)
      await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
    }
    await expectGone(() => screen.queryByText(texts.waiting))
    server.setReachable(true)
    await advance(60_000)
    expect(server.rows('weekly_checkins')).toEqual([])
    if (how === 'discarded') await opens()
    expect(field('Wins').value).toBe(wins)
  })

  test('whose response was lost is found stored, and is no error', async () => {
    await renderScreen(<CheckInCard />)
    await opens()
    await type('Wins', 'Two demos')
    await type('Next priority', 'Pricing')
    // A week has one check-in.
    server.on('POST weekly_checkins', ({ body }) => {
      if (server.rows('weekly_checkins').length > 0) return failure(409, '23505', 'duplicate key value')
      server.has({ weekly_checkins: [body as object] })
      throw new TypeError('Failed to fetch')
    })
    await press(save())
    await expect.poll(() => server.rows('weekly_checkins')).toHaveLength(1)
    await screen.findByRole('button', { name: 'Already Checked In' })
    await expectGone(() => screen.queryByRole('list', { name: 'Not sent yet' }))
    expect(server.rows('weekly_checkins')).toMatchObject([{ wins: 'Two demos', next_priority: 'Pricing' }])
  })

  test('does not replace one that was saved elsewhere meanwhile, and is kept', async () => {
    await waits()
    server.on('POST weekly_checkins', () => failure(409, '23505', 'duplicate key value violates unique constraint'))
    server.inserts('weekly_checkins', { week_of: '2026-03-02', wins: 'A launch', next_priority: 'Hiring' })
    server.setReachable(true)
    await expectText(`Not sent: ${texts.checkIns.taken}`)
    await press(EDIT)
    await screen.findByRole('dialog')
    expect(field('Wins').value).toBe('Two demos')
    expect(server.rows('weekly_checkins')).toMatchObject([{ wins: 'A launch' }])
  })
})

test('a check-in that waits is edited for the week it was saved in, also when that has ended', async () => {
  setClock('2026-03-08T23:58:00')
  await renderScreen(<CheckInCard />)
  await opens()
  await type('Wins', 'Two demos')
  await type('Next priority', 'Pricing')
  server.setReachable(false)
  await press('Save')
  await screen.findByRole('button', { name: 'Edit: Week of Mar 2, 2026' })
  await advance(4 * 60_000)
  await press('Edit: Week of Mar 2, 2026')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Week of Mar 2, 2026')
  await type('Wins', 'Three demos')
  server.setReachable(true)
  await press('Save')
  await expectSuccess('Weekly check-in saved')
  expect(server.rows('weekly_checkins')).toMatchObject([{ week_of: '2026-03-02', wins: 'Three demos' }])
})
