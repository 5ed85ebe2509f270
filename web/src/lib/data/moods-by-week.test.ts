import { expect, test } from 'vitest'
import { moodsByWeek } from './moods-by-week.ts'

test('twelve weeks end with the given one, and a week without a check-in is a gap', () => {
  const checkIns = [
    { week_of: '2026-03-16', mood: 2 },
    { week_of: '2026-03-02', mood: 4 },
    { week_of: '2025-12-29', mood: 5 },
    { week_of: '2025-12-22', mood: 1 },
  ] as const
  const none = Array.from({ length: 8 }, () => null)
  expect(moodsByWeek(checkIns, '2026-03-16')).toEqual([5, ...none, 4, null, 2])
  expect(moodsByWeek(checkIns, '2026-03-23')).toEqual([...none, 4, null, 2, null])
})
