import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['goal', 'goals'],
  ['Goals', 'goals'],
  ['weekly_checkin', 'weekly_checkins'],
  ['weeklycheckins', 'weekly_checkins'],
  ['nothing', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('the nearest name to %s is %s', (wanted, name) =>
  expect(nearest(wanted, ['goals', 'weekly_checkins', 'notes'])).toBe(name),
)
