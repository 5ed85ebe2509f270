import { expect, test } from 'vitest'
import { sampleEvents } from '../../../../domain/calendar.ts'
import { eventName, formatTimes, pageTitle } from './labels.ts'

/** Intl sets narrow spaces, which differ between versions. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

test.each([
  { view: 'month', title: 'November 2026' },
  { view: 'week', title: 'Nov 16 – 22, 2026' },
  { view: 'day', title: 'Sat, Nov 21, 2026' },
  { view: 'agenda', title: 'Nov 21 – Dec 20, 2026' },
] as const)('$view is titled $title', ({ view, title }) => {
  expect(plain(pageTitle(view, new Date(2026, 10, 21)))).toBe(title)
})

test('an event is read with its day and both times, one without length with one', () => {
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
