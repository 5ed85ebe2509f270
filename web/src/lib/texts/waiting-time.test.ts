import { expect, test } from 'vitest'
import { durationText } from '../../../../domain/durations.ts'
import { waitedFor } from './waiting-time.ts'

const now = new Date('2026-03-04T12:00:00Z')

test.each([
  ['2026-03-04T11:59:30Z', 'less than a minute', false],
  // Another clock may be ahead.
  ['2026-03-04T12:00:30Z', 'less than a minute', false],
  ['2026-03-04T11:59:00Z', '1 min', false],
  ['2026-03-04T11:00:01Z', '59 min', false],
  ['2026-03-04T11:00:00Z', '1 h', false],
  ['2026-03-03T12:00:01Z', '23 h', false],
  ['2026-03-03T12:00:00Z', '24 h', true],
  ['2026-03-02T12:00:01Z', '47 h', true],
  ['2026-03-02T12:00:00Z', '2 days', true],
  ['2026-02-22T12:00:00Z', '10 days', true],
])('since %s: %s, overdue: %s', (since, text, isOverdue) => {
  expect(waitedFor(since, now, 24)).toEqual({ text, isOverdue })
})

test('the promise is as long as the admins say, or there is none', () => {
  // Noon in New York: three working hours.
  const noon = new Date('2026-03-04T17:00:00Z')
  const yesterdayAtFive = '2026-03-03T22:00:00Z'
  expect(waitedFor(yesterdayAtFive, noon, 4)).toEqual({ text: '19 h', isOverdue: true })
  expect(waitedFor(yesterdayAtFive, noon, 5)).toEqual({ text: '19 h', isOverdue: false })
  expect(waitedFor('2026-02-22T12:00:00Z', now, null)).toEqual({ text: '10 days', isOverdue: false })
})

test.each([
  [0, '0 min'],
  [59.6, '1 h'],
  [60, '1 h'],
  [1440, '1 day'],
  [3 * 1440 + 245, '3 days 4 h'],
])('%s minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
