import { afterEach, expect, test, vi } from 'vitest'
import { sampleEvents, shownEvent } from '../../../../domain/calendar.ts'
import { eventName, formatDays, formatTimes, pageTitle } from './labels.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** Replaces Intl's narrow spaces, which differ between versions. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

test.each([
  { view: 'month', title: 'November 2026' },
  { view: 'week', title: 'Nov 16 – 22, 2026' },
  { view: 'day', title: 'Sat, Nov 21, 2026' },
  { view: 'agenda', title: 'Nov 21 – Dec 20, 2026' },
] as const)('$view is titled $title', ({ view, title }) => {
  expect(plain(pageTitle(view, new Date(2026, 10, 21)))).toBe(title)
})

test('the label of an event has its day and both times, or one time without a duration', () => {
  const samples = sampleEvents(new Date(2026, 10, 22))
  expect(samples.map((event) => plain(eventName(event)))).toEqual([
    'Customer Demo, sample, Mon, Nov 23, 10:00 AM to 11:00 AM',
    'Investor Call, sample, Tue, Nov 24, 2:00 PM to 3:00 PM',
    'Team Standup, sample, Wed, Nov 25, 9:00 AM to 9:30 AM',
    'Product Roadmap Review, sample, Thu, Nov 26, 3:00 PM to 4:30 PM',
    'Feature Launch, sample, Fri, Nov 27, 5:00 PM',
  ])
  expect(samples.slice(3).map((event) => plain(formatTimes(event)))).toEqual(['3:00 PM – 4:30 PM', '5:00 PM'])
})

test.each([
  {
    what: 'one whole day',
    event: ['2026-11-23', '2026-11-24'],
    name: 'Event, meeting, all day, Mon, Nov 23',
    times: 'All day',
  },
  {
    what: 'whole days',
    event: ['2026-11-23', '2026-11-26'],
    name: 'Event, meeting, all day, Mon, Nov 23 to Wed, Nov 25',
    times: 'All day, Mon, Nov 23 – Wed, Nov 25',
  },
  {
    what: 'over midnight',
    event: ['2026-11-23T22:00', '2026-11-24T02:00'],
    name: 'Event, meeting, Mon, Nov 23, 10:00 PM to Tue, Nov 24, 2:00 AM',
    times: 'Mon, Nov 23, 10:00 PM – Tue, Nov 24, 2:00 AM',
  },
  {
    what: 'until midnight',
    event: ['2026-11-23T22:00', '2026-11-24T00:00'],
    name: 'Event, meeting, Mon, Nov 23, 10:00 PM to 12:00 AM',
    times: '10:00 PM – 12:00 AM',
  },
])('the label of a connected event has its type: $what', ({ event: [start = '', end = ''], name, times }) => {
  const all_day = !start.includes('T')
  const event = shownEvent({ id: 'e', title: 'Event', type: 'meeting', start, end, all_day })
  expect([plain(eventName(event)), plain(formatTimes(event))]).toEqual([name, times])
})

test.each([
  { zone: 'America/Los_Angeles', times: 'Wed, Nov 18, 1:00 AM to 1:30 AM' },
  { zone: 'Pacific/Kiritimati', times: 'Wed, Nov 18, 11:00 PM to 11:30 PM' },
])('in $zone the label has the times there, and all-day events keep their date', async ({ zone, times }) => {
  vi.stubEnv('TZ', zone)
  // Formatters keep the time zone in which they were made.
  vi.resetModules()
  const labels = await import('./labels.ts')
  const event = { id: 'e', title: 'Event', type: 'meeting', all_day: false } as const
  const timed = shownEvent({ ...event, start: '2026-11-18T09:00:00Z', end: '2026-11-18T09:30:00Z' })
  const allDay = shownEvent({ ...event, start: '2026-11-18', end: '2026-11-21', all_day: true })
  expect(plain(labels.eventName(timed))).toBe(`Event, meeting, ${times}`)
  expect(plain(labels.eventName(allDay))).toBe('Event, meeting, all day, Wed, Nov 18 to Fri, Nov 20')
})

test('formats one day or a range', () => {
  const days = (start: string, end: string) =>
    plain(formatDays(shownEvent({ id: 'e', title: 'Event', type: 'meeting', start, end, all_day: true })))
  expect([days('2026-11-23', '2026-11-24'), days('2026-11-23', '2026-11-25')]).toEqual([
    'Mon, Nov 23',
    'Mon, Nov 23 – Tue, Nov 24',
  ])
})
