import { expect, test } from 'vitest'
import { oldestOpen, outlived } from './goal-ages.ts'

const goal = (date: '2026-03-01' | '2026-03-08' | '2026-02-01', period: 'weekly' | 'monthly', completed = false) => ({
  date,
  period,
  completed,
})

test('the oldest open goal is the one that has been open longest', () => {
  const goals = [goal('2026-03-08', 'weekly'), goal('2026-03-01', 'weekly'), goal('2026-02-01', 'weekly', true)]
  expect(oldestOpen(goals)).toBe(goals[1])
  expect(oldestOpen([])).toBeUndefined()
})

test('a goal is overdue on the day after its period', () => {
  const goals = [goal('2026-03-01', 'weekly'), goal('2026-03-01', 'monthly'), goal('2026-02-01', 'monthly', true)]
  expect(outlived(goals, '2026-03-08')).toEqual([])
  expect(outlived(goals, '2026-03-09')).toEqual([goals[0]])
})
