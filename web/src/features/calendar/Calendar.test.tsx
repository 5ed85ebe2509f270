// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FoundEvent } from '../../../../domain/calendar.ts'
import {
  advance,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  setClock,
  setVisibility,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { calendarTexts } from './calendar-texts.ts'
import { CalendarPanel } from './CalendarPanel.tsx'
import { Calendar } from './Calendar.tsx'
import type { Status } from './api.ts'

const server = stubServer()

/** A Tuesday: all five samples lie in its week. */
const TUESDAY = '2026-11-17T10:20:00'

beforeEach(() => {
  setClock(TUESDAY)
  server.has({ squad_bookings: [] })
})

const textOf = ({ textContent }: HTMLElement) => textContent.replaceAll(/\s/gu, ' ')
const title = () => textOf(screen.getByRole('heading', { level: 3 }))
const samples = () => screen.queryAllByRole('button', { name: /, sample, / })
const named = (name: RegExp, role = 'button') => screen.findByRole(role, { name })
const view = (name: string) => press(name)

async function opens(): Promise<void> {
  await renderScreen(<Calendar />)
  await screen.findByRole('group', { name: 'Hours' })
}

describe('without a connected calendar', () => {
  const names = [
    /^Customer Demo, sample, Wed, Nov 18, 10:00\sAM to 11:00\sAM$/u,
    /^Investor Call, sample, Thu, Nov 19, 2:00\sPM to 3:00\sPM$/u,
    /^Team Standup, sample, Fri, Nov 20, 9:00\sAM to 9:30\sAM$/u,
    /^Product Roadmap Review, sample, Sat, Nov 21, 3:00\sPM to 4:30\sPM$/u,
    /^Feature Launch, sample, Sun, Nov 22, 5:00\sPM$/u,
  ]

  test('five samples one to five days ahead, each marked, in week, month and day', async () => {
    await opens()
    await expectText('Sample events.')
    for (const name of ['Week', 'Month']) {
      await view(name)
      if (name === 'Month') await named(/^November 2026$/, 'table')
      expect(samples()).toHaveLength(5)
      for (const name of names) expect(within(await named(name)).getByText('Sample')).toBeDefined()
    }
    await press(await named(/^Feature Launch/))
    expect(title()).toBe('Sun, Nov 22, 2026')
    const deadline = within(await named(/^Feature Launch, sample/u, 'group'))
    for (const text of ['Feature Launch', 'Sample', /^5:00\sPM$/u]) expect(deadline.getByText(text)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3 }))
  })

  test('month, week and day; previous, next and today', async () => {
    await opens()
    expect(within(screen.getByRole('group', { name: 'View' })).getAllByRole('button').map(textOf)).toEqual([
      'Month', 'Week', 'Day',
    ]) // prettier-ignore
    expect(screen.getByRole('button', { name: 'Week' }).getAttribute('aria-pressed')).toBe('true')
    expect(title()).toBe('Nov 16 – 22, 2026')
    for (const [index, day] of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].entries())
      expect(screen.getByRole('button', { name: `${day}, Nov ${16 + index}` })).toBeDefined()
    expect(within(screen.getByRole('group', { name: 'Hours' })).getAllByText(/^\d+\s[AP]M$/u)).toHaveLength(24)
    expect(screen.queryByText(/all.?day/iu)).toBeNull()
    await press('Next')
    expect(title()).toBe('Nov 23 – 29, 2026')
    await expect.poll(samples).toEqual([])
    await view('Month')
    expect(title()).toBe('November 2026')
    await named(/^November 2026$/, 'table')
    expect(screen.getAllByRole('columnheader').map(textOf)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    expect(samples()).toHaveLength(5)
    await press('Previous')
    expect(title()).toBe('October 2026')
    await expect.poll(samples).toEqual([])
    await view('Day')
    expect(title()).toBe('Sat, Oct 24, 2026')
    await press('Today')
    expect(title()).toBe('Tue, Nov 17, 2026')
    await press('Next')
    expect(title()).toBe('Wed, Nov 18, 2026')
    expect(await named(/^Customer Demo, sample/u, 'group')).toBeDefined()
  })

  test('the week shows the samples of its own days only', async () => {
    setClock('2026-11-21T12:00:00')
    await opens()
    expect(samples().map(textOf)).toEqual([expect.stringContaining('Customer Demo')])
    await press('Next')
    await expect.poll(() => samples().length).toBe(4)
  })

  test('a week without any leads to the next one, which is a sample, too', async () => {
    setClock('2026-11-22T12:00:00')
    await opens()
    expect(samples()).toEqual([])
    expect(textOf(await named(/^Next sample/))).toBe('Next sample: Customer Demo, Mon, Nov 23')
    await press(/^Next sample/)
    await expect.poll(() => samples().length).toBe(5)
  })

  test('the samples and today follow the day when midnight passes', async () => {
    setClock('2026-11-17T23:58:30')
    await opens()
    await named(/^Customer Demo, sample, Wed, Nov 18/u)
    await view('Day')
    expect(title()).toBe('Tue, Nov 17, 2026')
    await advance(3 * 60_000)
    expect(title()).toBe('Wed, Nov 18, 2026')
    await view('Week')
    await named(/^Customer Demo, sample, Thu, Nov 19/u)
  })

  test('the button to connect says that the service is not configured', async () => {
    await opens()
    await expectText('Connect your calendar to see all your meetings and deadlines')
    await expectText(calendarTexts.subscribeInstead)
    await press('Connect Google Calendar')
    await expectFailure('The calendar service is not configured on this server.', 'Google Calendar')
  })

  test('a squad call that is booked appears at once, beside the samples, until it is cancelled', async () => {
    await opens()
    await server.goLive('squad_bookings')
    server.inserts('squad_bookings', {
      user_id: 'a0000000-0000-4000-8000-000000000001', member: 'strategy', cancelled_at: null,
      starts_at: new Date('2026-11-18T16:00:00').toISOString(), ends_at: new Date('2026-11-18T16:30:00').toISOString(),
    }) // prettier-ignore
    const call = /^Call with Strategy Lead, call, Wed, Nov 18, 4:00\sPM to 4:30\sPM$/u
    await named(call)
    expect(samples()).toHaveLength(5)
    await press(await named(call))
    const dialog = within(await screen.findByRole('dialog', { name: 'Call with Strategy Lead' }))
    dialog.getByText(/^Wed, Nov 18, 4:00\sPM – 4:30\sPM$/u)
    const places = dialog
      .getAllByRole('button', { name: /^(Move|Cancel Call)$/ })
      .map((link) => link.getAttribute('href'))
    expect(places.map((place) => place?.replace(/call=[^&]+/, 'call='))).toEqual([
      '/booking/strategy#call=&do=move',
      '/booking/strategy#call=&do=cancel',
    ])
    await pressKey('Escape')
    server.updates('squad_bookings', { cancelled_at: TUESDAY })
    await expectGone(() => screen.queryByRole('button', { name: call }))
  })
})

test('the panel has a legend of four types, and loads nothing before it is near', async () => {
  await renderScreen(<CalendarPanel>below</CalendarPanel>)
  const legend = within(screen.getByRole('list', { name: 'Legend' }))
  expect(legend.getAllByRole('listitem').map(textOf)).toEqual(['Demos', 'Calls', 'Meetings', 'Deadlines'])
  expect(screen.getByText('Loading...')).toBeDefined()
  expect(server.requests).toEqual([])
})

describe('with Google Calendar', () => {
  let status: Status
  let events: FoundEvent[]
  /** An event at local times of this browser. */
  const event = (title: string, type: FoundEvent['type'], start: string, end: string): FoundEvent => ({
    id: title, title, type, start: new Date(start).toISOString(), end: new Date(end).toISOString(), all_day: false,
  }) // prettier-ignore
  const OFFSITE: FoundEvent = { id: 'o', title: 'Offsite', type: 'meeting', start: '2026-11-18', end: '2026-11-21', all_day: true } // prettier-ignore

  beforeEach(() => {
    server.configure({ calendar: { configured: true, authUrl: 'https://google.example/auth', clientId: 'client' } })
    status = 'connected'
    events = [
      event('Acme demo', 'demo', '2026-11-16T10:00', '2026-11-16T11:00'),
      event('Standup', 'meeting', '2026-11-18T09:00', '2026-11-18T09:30'),
      event('Grant closes', 'deadline', '2026-11-19T17:00', '2026-11-19T17:00'),
      event('Night release', 'meeting', '2026-11-19T22:00', '2026-11-20T02:00'),
      OFFSITE,
    ]
    server.rpc('calendar_connection', () => status)
    server.on('POST functions/google-calendar-events', () => ({ status, events, is_complete: true }))
    server.on('DELETE functions/google-calendar-auth', () => {
      status = 'none'
      return {}
    })
  })

  const reads = () => server.sent('POST functions/google-calendar-events')
  const isShown = (name: RegExp) => screen.queryAllByRole('button', { name }).length

  test('before it is connected the samples say how to see one’s own', async () => {
    status = 'none'
    await opens()
    await expectText('Sample events. Connect your calendar to see your own.')
    expect(screen.queryByText(calendarTexts.subscribeInstead)).toBeNull()
  })

  test('its events are shown by type, without samples, and when they were loaded', async () => {
    await opens()
    await named(/^Acme demo, demo, Mon, Nov 16, 10:00\sAM to 11:00\sAM$/u)
    await expectText('Google Calendar connected')
    await expectText(/^Updated 10:20\sAM$/u)
    for (const name of [
      /^Standup, meeting, Wed, Nov 18, 9:00\sAM to 9:30\sAM$/u,
      /^Grant closes, deadline, Thu, Nov 19, 5:00\sPM$/u,
      /^Offsite, meeting, all day, Wed, Nov 18 to Fri, Nov 20$/u,
    ])
      expect(isShown(name)).toBe(1)
    // An event over midnight is shown on both days.
    expect(isShown(/^Night release, meeting, Thu, Nov 19, 10:00\sPM to Fri, Nov 20, 2:00\sAM$/u)).toBe(2)
    expect(samples()).toEqual([])
    expect(screen.queryByText('Sample')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Connect Google Calendar' })).toBeNull()
    expect(screen.getByText('All day:')).toBeDefined()
  })

  test('it is disconnected once that is confirmed, and the samples are back', async () => {
    await opens()
    const answers = async (choice: string) => {
      await press('Disconnect Google Calendar')
      const asks = within(await screen.findByRole('alertdialog', { name: 'Disconnect Google Calendar?' }))
      await press(asks.getByRole('button', { name: choice }))
      await expectGone(() => screen.queryByRole('alertdialog'))
    }
    await named(/^Acme demo/)
    await answers('Cancel')
    expect(server.sent('DELETE functions/google-calendar-auth')).toEqual([])
    const allow = server.lose('DELETE functions/google-calendar-auth')
    await answers('Disconnect')
    await expectFailure('Failed to disconnect Google Calendar')
    allow()
    await answers('Disconnect')
    await expectSuccess('Your Google Calendar is disconnected.', 'Google Calendar')
    await expect.poll(() => samples().length).toBe(5)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Connect Google Calendar' }))
  })

  test('month and day show its events, and request only the visible range', async () => {
    await opens()
    await named(/^Acme demo/)
    const before = reads().length
    await view('Month')
    await named(/^Offsite, meeting, all day/u)
    await expect.poll(() => reads().length).toBe(before + 1)
    // Six weeks from Monday, October 26.
    expect(reads().at(-1)?.body).toEqual({
      from: new Date('2026-10-26T00:00:00').toISOString(),
      to: new Date('2026-12-07T00:00:00').toISOString(),
    })
    await press(await named(/^Standup/u))
    expect(title()).toBe('Wed, Nov 18, 2026')
    await named(/^Standup, meeting/u, 'group')
    const allDay = within(screen.getByRole('list', { name: 'All day:' })).getAllByRole('listitem')
    expect(allDay.map(textOf)).toEqual(['OffsiteWed, Nov 18 – Fri, Nov 20'])
  })

  test('a full day in the month leads to the rest of its events', async () => {
    events = Array.from({ length: 9 }, (_, hour) =>
      event(`Visit ${hour}`, 'meeting', `2026-11-18T${10 + hour}:00`, `2026-11-18T${10 + hour}:30`),
    )
    await opens()
    await named(/^Visit 0/)
    await view('Month')
    await press(await named(/^\d more$/u))
    expect(title()).toBe('Wed, Nov 18, 2026')
    await expect.poll(() => screen.queryAllByRole('group', { name: /^Visit \d, meeting/u }).length).toBe(9)
  })

  test('a connection that Google has ended is said, without samples, and can be made again', async () => {
    server.on('POST functions/google-calendar-events', () => ({ status: 'broken', events: [], is_complete: true }))
    await opens()
    await expectText('Google has ended the connection. Connect again to see your events.')
    expect(samples()).toEqual([])
    expect(screen.getByRole('button', { name: 'Connect Google Calendar' })).toBeDefined()
  })

  test('events are read again every five minutes and when the tab is visible again; they stay while Google is unavailable', async () => {
    await opens()
    await named(/^Acme demo/)
    const looks = () => {
      setVisibility('visible')
      window.dispatchEvent(new Event('visibilitychange'))
    }
    const before = reads().length
    events = [event('Moved demo', 'demo', '2026-11-16T10:00', '2026-11-16T11:00')]
    await advance(305_000)
    await named(/^Moved demo/)
    expect(reads()).toHaveLength(before + 1)

    server.on('POST functions/google-calendar-events', () => Response.json({ retry_after: 120 }, { status: 429 }))
    looks()
    await expectText(/^Failed to load your events\. Next try at 10:2\d\sAM\.$/u)
    await named(/^Moved demo/)
    expect(reads()).toHaveLength(before + 2)
    // No request until then.
    looks()
    await advance(110_000)
    expect(reads()).toHaveLength(before + 2)
    server.on('POST functions/google-calendar-events', () => ({ status, events, is_complete: false }))
    await advance(15_000)
    await expectText(/^Updated 10:\d\d\sAM\. Not all events are shown\.$/u)
    expect(reads()).toHaveLength(before + 3)

    server.on('POST functions/google-calendar-events', () => Response.json({ error: 'No' }, { status: 403 }))
    looks()
    await expectText('Failed to load your events')
    server.on('POST functions/google-calendar-events', () => ({ status, events, is_complete: true }))
    await press('Try again')
    await expectText(/^Updated 10:\d\d\sAM$/u)
  })
})
