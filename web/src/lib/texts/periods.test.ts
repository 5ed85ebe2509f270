import { afterEach, describe, expect, test, vi } from 'vitest'
import { momentsAround, missingTimes } from '../../../../domain/week-moments.ts'
import { dayOf, weekOf } from '../../../../domain/week.ts'
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

describe('the moment at which a week begins', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each(missingTimes)('is on its Monday, around $day in $zone', (missing) => {
    vi.stubEnv('TZ', missing.zone)
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(missing.zone)
    for (const moment of momentsAround(missing)) {
      const { weekly } = periodStarts(moment)
      expect(dayOf(weekly)).toBe(weekOf(moment))
      expect(weekly.getTime()).toBeLessThanOrEqual(moment.getTime())
      // Nothing of that Monday is before it.
      expect(dayOf(new Date(weekly.getTime() - 1))).not.toBe(weekOf(moment))
    }
  })
})
