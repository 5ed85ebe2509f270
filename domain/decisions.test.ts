import { expect, test } from 'vitest'
import { postponedTo } from './decisions.ts'

test('a review is not postponed beyond three years after the decision', () => {
  expect(postponedTo('2023-12-26', '2026-11-25')).toBe('2026-12-25')
  expect(postponedTo('2023-12-25', '2026-11-25')).toBeUndefined()
})
