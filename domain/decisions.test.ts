import { describe, expect, test } from 'vitest'
import { postponedTo, reviewDays } from './decisions.ts'

describe('the day of a review', () => {
  test('the usual day is 30 days later, the last one three years later', () => {
    expect(reviewDays('2026-11-25')).toEqual({ first: '2026-11-25', usual: '2026-12-25', last: '2029-11-24' })
  })
  test('a review is postponed to 30 days from today', () => {
    expect(postponedTo('2026-10-01', '2026-11-25')).toBe('2026-12-25')
  })
  test('a review is not postponed beyond three years after the decision', () => {
    expect(postponedTo('2023-12-26', '2026-11-25')).toBe('2026-12-25')
    expect(postponedTo('2023-12-25', '2026-11-25')).toBeUndefined()
  })
})
