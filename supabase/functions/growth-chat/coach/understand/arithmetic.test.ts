import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculationIn } from './arithmetic.ts'

test.each([
  ['What is 17 * 23?', '17 × 23', 391],
  ['what’s 17 times 23', '17 × 23', 391],
  ['2 + 3 * 4', '2 + 3 × 4', 14],
  ['(2 + 3) * 4', '(2 + 3) × 4', 20],
  ['10 - 4 - 3', '10 - 4 - 3', 3],
  ['2^3^2', '2 ^ 3 ^ 2', 512],
  ['1,200 / 12', '1,200 ÷ 12', 100],
  ['15% of 240', '15% of 240', 36],
  ['Wie viel ist 17 * 23?', '17 × 23', 391],
  ['¿Cuánto es 15% of 240?', '15% of 240', 36],
  ['Combien font 17 * 23 ?', '17 × 23', 391],
  ['0.1 + 0.2', '0.1 + 0.2', 0.3],
])('%s', (question, expression, result) => {
  expect(calculationIn(question)).toEqual({ expression, result })
})

test.each(['1 / 0', '2026-11-25', 'Is 3 enough?', 'How many demos?', '((1 + 2', '9^999', '17 *'])(
  'none: %s',
  (question) => {
    expect(calculationIn(question)).toBeUndefined()
  },
)

test('any text ends, within its limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 +-*/^().,%x'), maxLength: 300 }), (text) => {
      const result = calculationIn(text)?.result
      expect(result === undefined || Number.isFinite(result)).toBe(true)
    }),
  )
})
