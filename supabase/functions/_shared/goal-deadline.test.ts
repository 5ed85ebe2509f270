import { expect, test } from 'vitest'
import { deadlineOf } from './goal-deadline.ts'

test.each([
  ['weekly', '2026-03-02', '2026-03-08'],
  ['weekly', '2026-03-08', '2026-03-08'],
  ['weekly', '2026-12-31', '2027-01-03'],
  ['monthly', '2026-03-01', '2026-03-31'],
  ['monthly', '2026-02-28', '2026-02-28'],
  ['monthly', '2028-02-01', '2028-02-29'],
  ['monthly', '2026-12-31', '2026-12-31'],
  ['quarterly', '2026-01-01', '2026-03-31'],
  ['quarterly', '2026-03-31', '2026-03-31'],
  ['quarterly', '2026-04-01', '2026-06-30'],
  ['quarterly', '2026-11-22', '2026-12-31'],
  ['yearly', '2026-01-01', '2026-12-31'],
  ['yearly', '2026-12-31', '2026-12-31'],
] as const)('a %s goal set on %s is due on %s', (period, day, due) =>
  expect(deadlineOf(period, new Date(`${day}T12:00:00Z`), 'UTC')).toBe(due),
)

test.each([
  ['weekly', 'America/New_York', '2026-03-01'],
  ['weekly', 'UTC', '2026-03-08'],
  ['monthly', 'America/New_York', '2026-03-31'],
] as const)('the day is that of the founder: %s in %s', (period, timeZone, due) =>
  // A Monday in Europe, Sunday evening in America.
  expect(deadlineOf(period, new Date('2026-03-02T03:30:00Z'), timeZone)).toBe(due),
)

test('across the end of a year', () => {
  const newYear = new Date('2027-01-01T02:00:00Z')
  expect(deadlineOf('yearly', newYear, 'America/New_York')).toBe('2026-12-31')
  expect(deadlineOf('yearly', newYear, 'Asia/Tokyo')).toBe('2027-12-31')
})

test('throws for an unknown time zone', () => {
  expect(() => deadlineOf('monthly', new Date(), 'Mars/Olympus')).toThrow(RangeError)
})
