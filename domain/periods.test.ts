import { describe, expect, test } from 'vitest'
import { leftOverFrom, periodStarts } from './periods.ts'

describe('periodStarts', () => {
  test.each([
    ['a Monday begins its own week', new Date(2026, 10, 23, 9), new Date(2026, 10, 23)],
    ['a Sunday belongs to the Monday before', new Date(2026, 10, 29, 23, 59), new Date(2026, 10, 23)],
    ['a week may begin in the month before', new Date(2026, 9, 1), new Date(2026, 8, 28)],
    ['or in the year before', new Date(2027, 0, 1), new Date(2026, 11, 28)],
  ])('%s', (_, now, week) => expect(periodStarts(now).weekly).toEqual(week))

  test('months, quarters and years begin on their first day', () => {
    expect(periodStarts(new Date(2026, 10, 25, 7))).toMatchObject({
      monthly: new Date(2026, 10, 1),
      quarterly: new Date(2026, 9, 1),
      yearly: new Date(2026, 0, 1),
    })
    expect(periodStarts(new Date(2026, 0, 1)).quarterly).toEqual(new Date(2026, 0, 1))
  })
})

describe('leftOverFrom', () => {
  const now = new Date(2026, 10, 25)
  test.each([
    ['weekly', [new Date(2026, 10, 16), new Date(2026, 10, 22)], 'last week'],
    ['weekly', [new Date(2026, 10, 15), new Date(2026, 10, 22)], 'earlier weeks'],
    ['monthly', [new Date(2026, 9, 1)], 'last month'],
    ['quarterly', [new Date(2026, 6, 1)], 'last quarter'],
    ['yearly', [new Date(2024, 6, 1)], 'earlier years'],
  ] as const)('%s goals planned on %s are of %s', (period, planned, text) =>
    expect(leftOverFrom(period, planned, now)).toBe(text),
  )
})
