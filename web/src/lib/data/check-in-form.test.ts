import { expect, test } from 'vitest'
import { checkInSchema, EMPTY_CHECK_IN } from './check-in-form.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'

const filled = { mood: 4, wins: 'Two demos', blockers: '', next_priority: 'Pricing' }

test('a check-in requires wins, but no blockers', () => {
  expect(checkInSchema.safeParse(filled).success).toBe(true)
  expect(checkInSchema.safeParse({ ...filled, wins: '  ' }).success).toBe(false)
})

test('a mood is a whole number from 1 to 5', () => {
  for (const mood of [0, 6, 2.5]) expect(checkInSchema.safeParse({ ...filled, mood }).success).toBe(false)
})

test('an empty form starts at Ok and cannot be saved', () => {
  expect(moodLabel(EMPTY_CHECK_IN.mood)).toBe('Ok')
  expect(checkInSchema.safeParse(EMPTY_CHECK_IN).success).toBe(false)
})

test('what became of the last priority is optional', () => {
  expect(checkInSchema.parse({ ...filled, priority_outcome: 'partly' }).priority_outcome).toBe('partly')
  expect(checkInSchema.parse(filled)).toEqual(filled)
  expect(checkInSchema.safeParse({ ...filled, priority_outcome: 'maybe' }).success).toBe(false)
})
