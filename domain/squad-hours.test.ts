import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './days.ts'
import { isDayOff, promisedSince, squadStatus, type DayOff } from './squad-hours.ts'

const HALF_HOUR_MS = 1_800_000

/** The status as text, for readable failures. */
function statusText(moment: string | number, daysOff: readonly DayOff[] = []): string {
  const status = squadStatus(new Date(moment), daysOff)
  if (status.state === 'open') return `open until ${status.closesAt.toISOString()}`
  return `closed until ${status.opensAt?.toISOString() ?? 'further notice'}`
}

describe('squadStatus', () => {
  test.each([
    ['in winter it opens at 14:00 UTC', '2026-01-05T13:59:59.999Z', 'closed until 2026-01-05T14:00:00.000Z'],
    ['the opening minute is open', '2026-01-05T14:00:00Z', 'open until 2026-01-05T23:00:00.000Z'],
    ['the last moment is open', '2026-01-05T22:59:59.999Z', 'open until 2026-01-05T23:00:00.000Z'],
    ['the closing minute is closed', '2026-01-05T23:00:00Z', 'closed until 2026-01-06T14:00:00.000Z'],
    ['in summer it opens at 13:00 UTC', '2026-07-06T12:59:00Z', 'closed until 2026-07-06T13:00:00.000Z'],
    ['in summer it closes at 22:00 UTC', '2026-07-06T21:59:00Z', 'open until 2026-07-06T22:00:00.000Z'],
    ['the night before clocks go forward', '2026-03-07T23:30:00Z', 'closed until 2026-03-08T13:00:00.000Z'],
    ['the night before clocks go back', '2026-10-31T22:30:00Z', 'closed until 2026-11-01T14:00:00.000Z'],
    ['over the end of a year', '2026-12-31T23:30:00Z', 'closed until 2027-01-01T14:00:00.000Z'],
  ])('squadStatus: %s', (_what, moment, status) => {
    expect(statusText(moment)).toBe(status)
  })

  test('days off are dates in New York, and consecutive ones are skipped', () => {
    const daysOff: DayOff[] = ['2026-12-24', '2026-12-25', 'saturday', 'sunday']
    expect(statusText('2026-12-23T22:00:00Z', daysOff)).toBe('open until 2026-12-23T23:00:00.000Z')
    expect(statusText('2026-12-24T04:00:00Z', daysOff)).toBe('closed until 2026-12-28T14:00:00.000Z')
    expect(statusText('2026-12-25T15:00:00Z', daysOff)).toBe('closed until 2026-12-28T14:00:00.000Z')
    expect(statusText('2026-12-28T15:00:00Z', daysOff)).toBe('open until 2026-12-28T23:00:00.000Z')
  })

  test('does not open on the morning of a day off', () => {
    expect(statusText('2026-12-25T12:00:00Z', ['2026-12-25'])).toBe('closed until 2026-12-26T14:00:00.000Z')
  })

  test('the opening time is unknown without a working day within a year', () => {
    const row = (days: number) => Array.from({ length: days }, (_, index) => addDays('2026-01-01', index))
    expect(statusText('2026-01-01T15:00:00Z', row(366))).toBe('closed until 2027-01-02T14:00:00.000Z')
    expect(statusText('2026-01-01T15:00:00Z', row(400))).toBe('closed until further notice')
    const everyDay: DayOff[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    expect(statusText('2026-01-01T15:00:00Z', everyDay)).toBe('closed until further notice')
  })

  test('throws for an invalid date', () => {
    expect(() => squadStatus(new Date(Number.NaN), [])).toThrow(RangeError)
  })

  test.each<{ daysOff: DayOff[] }>([
    { daysOff: [] },
    { daysOff: ['saturday', 'sunday'] },
    { daysOff: ['2026-03-08', '2026-11-01', '2026-12-31', '2027-01-01', '2027-03-13', '2027-03-14', '2027-11-08'] },
  ])('every half hour of 2026 and 2027 matches a table calculated without time zones, $daysOff', ({ daysOff }) => {
    const days = daysOfWork(daysOff)
    const wrong: string[] = []
    for (let moment = Date.UTC(2026, 0); moment < Date.UTC(2028, 0); moment += HALF_HOUR_MS) {
      while (days[0] && days[0].closes <= moment) days.shift()
      const next = days[0] ?? { opens: Number.NaN, closes: Number.NaN }
      const expected =
        next.opens <= moment
          ? `open until ${new Date(next.closes).toISOString()}`
          : `closed until ${new Date(next.opens).toISOString()}`
      const found = statusText(moment, daysOff)
      if (found !== expected) wrong.push(`${new Date(moment).toISOString()}: ${found}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })

  test('opens and closes at the exact millisecond, in the future, for any moment and days off', () => {
    const dayOff = fc.oneof(
      fc.constantFrom<DayOff>('monday', 'wednesday', 'saturday', 'sunday'),
      fc.integer({ min: 0, max: 36_500 }).map((days): DayOff => addDays('2000-01-01', days)),
    )
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.array(dayOff), (now, daysOff) => {
        const status = squadStatus(now, daysOff)
        const change = status.state === 'open' ? status.closesAt : status.opensAt
        if (!change) throw new Error('three days of every week are left')
        const before = squadStatus(new Date(change.getTime() - 1), daysOff)
        expect(change.getTime()).toBeGreaterThan(now.getTime())
        expect(before).toEqual(status)
        expect(squadStatus(change, daysOff).state).not.toBe(status.state)
      }),
    )
  })
})

test.each(['2026-12-25', '2028-02-29', 'sunday'])('%s is a day off', (text) => {
  expect(isDayOff(text)).toBe(true)
})

test.each(['', '2026-02-29', '2026-13-01', '2026-1-1', '2026-12-25T09:00', '12/25/2026', 'Sunday', 'sun', '0'])(
  '%j is not a day off',
  (text) => {
    expect(isDayOff(text)).toBe(false)
  },
)

/** Daylight saving changes of New York, by law; they happen at 2 AM. */
const SUMMERS = [
  { from: '2026-03-08', to: '2026-11-01' },
  { from: '2027-03-14', to: '2027-11-07' },
]

/** When the squad opens and closes each day, in milliseconds of UTC: from 14:00 in winter, from 13:00 in summer. */
function daysOfWork(daysOff: readonly string[]): { opens: number; closes: number }[] {
  const days = []
  // Computed independently of the weekday names: 2025-12-31 was a Wednesday.
  const names = ['wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday']
  for (let index = 0; index < 800; index++) {
    const midnight = Date.UTC(2025, 11, 31 + index)
    const date = new Date(midnight).toISOString().slice(0, 10)
    const isSummer = SUMMERS.some(({ from, to }) => date >= from && date < to)
    const opens = midnight + (isSummer ? 13 : 14) * 2 * HALF_HOUR_MS
    const isOff = daysOff.includes(date) || daysOff.includes(names[index % 7] ?? '')
    if (!isOff) days.push({ opens, closes: opens + 18 * HALF_HOUR_MS })
  }
  return days
}

describe('promisedSince', () => {
  test.each([
    // Noon in New York, in winter.
    ['within a working day', '2026-01-05T17:00:00Z', 2, '2026-01-05T15:00:00.000Z'],
    ['over night', '2026-01-05T17:00:00Z', 4, '2026-01-04T22:00:00.000Z'],
    ['before the squad works', '2026-01-05T10:00:00Z', 4, '2026-01-04T19:00:00.000Z'],
    ['after it has worked', '2026-01-06T04:00:00Z', 4, '2026-01-05T19:00:00.000Z'],
    ['a working day at most', '2026-01-05T17:00:00Z', 23, '2026-01-04T17:00:00.000Z'],
    ['a day is a day of the clock', '2026-01-05T10:00:00Z', 24, '2026-01-04T10:00:00.000Z'],
    ['days and hours', '2026-01-05T17:00:00Z', 50, '2026-01-03T15:00:00.000Z'],
    ['the clocks go forward in between', '2026-03-08T16:00:00Z', 24, '2026-03-07T17:00:00.000Z'],
  ])('%s', (_, moment, hours, since) => {
    expect(promisedSince(new Date(moment), hours).toISOString()).toBe(since)
  })

  test('a longer promise began earlier or at the same time, and time does not run backwards', () => {
    const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') })
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 335 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        (at, hours, ms) => {
          const since = promisedSince(new Date(at), hours).getTime()
          expect(promisedSince(new Date(at), hours + 1).getTime()).toBeLessThanOrEqual(since + 3_600_000)
          expect(promisedSince(new Date(at + ms), hours).getTime()).toBeGreaterThanOrEqual(since - 3_600_000)
        },
      ),
    )
  })
})
