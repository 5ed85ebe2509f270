import { expect, test } from 'vitest'
import { BOOKING_DAYS_AHEAD, bookableTimes, callTime } from './booking.ts'

const HALF_HOUR_MS = 1_800_000

const slotsAt = (now: string, daysOff: Parameters<typeof bookableTimes>[1] = []) =>
  bookableTimes(new Date(now), daysOff).map((time) => time.toISOString().slice(0, 16))

test('a day has half-hour slots from 9:00 to 17:30 in New York', () => {
  // 2026-01-05 was a Monday; on the evening before, no slot of that day has passed.
  const monday = slotsAt('2026-01-05T01:00:00Z').filter((time) => time.startsWith('2026-01-05'))
  expect(monday).toHaveLength(18)
  expect([monday[0], monday.at(-1)]).toEqual(['2026-01-05T14:00', '2026-01-05T22:30'])
})

test.each([
  ['a slot exactly an hour ahead can be booked', '2026-01-05T15:00:00.000Z', '2026-01-05T16:00'],
  ['a slot less than an hour ahead cannot be booked', '2026-01-05T15:00:00.001Z', '2026-01-05T16:30'],
  ['the last slot of a day is at 17:30', '2026-01-05T21:30:00Z', '2026-01-05T22:30'],
  ['after the last slot the next day follows', '2026-01-05T21:30:01Z', '2026-01-06T14:00'],
])('%s', (_what, now, first) => {
  expect(slotsAt(now)[0]).toBe(first)
})

test('slots end exactly 28 days ahead', () => {
  expect(slotsAt('2026-01-05T15:00:00Z').at(-1)).toBe('2026-02-02T15:00')
  expect(slotsAt('2026-01-05T14:59:59Z').at(-1)).toBe('2026-02-02T14:30')
})

test('days off have no slots', () => {
  const days = new Set(
    slotsAt('2026-12-20T01:00:00Z', ['saturday', 'sunday', '2026-12-25']).map((time) => time.slice(0, 10)),
  )
  expect([...days].slice(0, 6)).toEqual([
    '2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24', '2026-12-28', '2026-12-29',
  ]) // prettier-ignore
})

test('there are no slots when every day is off', () => {
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
  expect(slotsAt('2026-01-05T15:00:00Z', week)).toEqual([])
})

test('slots keep New York time over daylight saving changes, none repeated or missing', () => {
  for (const now of ['2026-02-20T00:00:00Z', '2026-10-20T00:00:00Z']) {
    const times = bookableTimes(new Date(now), [])
    expect(times).toHaveLength(BOOKING_DAYS_AHEAD * 18)
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })
    expect(new Set(times.map((time) => clock.format(time))).size).toBe(18)
    for (const [index, time] of times.entries()) {
      const before = times[index - 1]
      if (before) expect(time.getTime() - before.getTime()).toBeGreaterThanOrEqual(HALF_HOUR_MS)
    }
  }
})

test.each([
  ['Europe/Berlin', 'Monday, March 2, 2026, 3:00 PM – 3:30 PM GMT+1'],
  ['Australia/Eucla', 'Monday, March 2, 2026, 10:45 PM – 11:15 PM GMT+8:45'],
  ['Asia/Pyongyang', 'Monday, March 2, 2026, 11:00 PM – 11:30 PM GMT+9'],
  ['Australia/Adelaide', 'Tuesday, March 3, 2026, 12:30 AM – 1:00 AM GMT+10:30'],
])('in %s a call is shown as %s', (zone, words) => {
  expect(callTime({ starts_at: '2026-03-02T14:00:00Z', ends_at: '2026-03-02T14:30:00Z' }, zone)).toBe(words)
})

test('a call over midnight is shown with the day on which it starts', () => {
  const call = { starts_at: '2026-03-02T14:30:00Z', ends_at: '2026-03-02T15:00:00Z' }
  expect(callTime(call, 'Asia/Tokyo')).toBe('Monday, March 2, 2026, 11:30 PM – 12:00 AM GMT+9')
})
