import { expect, test } from 'vitest'
import { measureNumberCheck } from './number-check.ts'

test('the check of numbers marks nine in ten planted errors, and one in fifty right numbers at most', () => {
  const { answers, found, wronglyMarked, right } = measureNumberCheck(500)
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  console.log(
    `${answers} answers: ${percent(found)} of planted errors marked, ${percent(wronglyMarked)} of ${right} right numbers`,
  )
  expect(found).toBeGreaterThanOrEqual(0.9)
  expect(wronglyMarked).toBeLessThanOrEqual(0.02)
})
