import { expect, test } from 'vitest'
import { hasCheckedIn, isMoodFalling, meanOf } from './check-in-trend.ts'

test.each([
  [[2, 4], true],
  [[3, 4, 4], true],
  [[3, 4, 3], false],
  [[4, 2], false],
  [[1], false],
  [[], false],
])('moods %j, newest first, are falling: %j', (moods, isFalling) => {
  expect(isMoodFalling(moods)).toBe(isFalling)
})

test('a week has its check-in if one has its Monday, or a week that has started in another time zone', () => {
  const checkins = [{ week_of: '2026-03-09' }] as const
  expect(hasCheckedIn(checkins, '2026-03-15')).toBe(true)
  expect(hasCheckedIn(checkins, '2026-03-16')).toBe(false)
  expect(hasCheckedIn(checkins, '2026-03-08')).toBe(true)
  expect(hasCheckedIn([], '2026-03-15')).toBe(false)
})

test('the mean of no numbers is 0', () => {
  expect(meanOf([])).toBe(0)
  expect(meanOf([2, 3])).toBe(2.5)
})
