import { expect, test } from 'vitest'
import { unverifiedNumbers } from './check-numbers.ts'

const records = '{"bank_balance":90000,"monthly_revenue":5000,"monthly_burn":20000,"demos":135,"conversions":64}'

test.each([
  ['recorded', 'You had 135 demos and 64 conversions.'],
  ['written with separators or a factor', 'Balance $90,000, burn 20k.'],
  ['computed from recorded ones in the answer', '20,000 − 5,000 = 15,000 a month, and 90,000 ÷ 15,000 = 6.0 months.'],
  ['a share of recorded ones', '64 of 135 demos converted, 47%.'],
  ['small', 'Write 3 messages in the next 10 days.'],
  ['of a day, a year or a list', '1. On 14 September 2027 look again.\n2. Or on Nov 30.'],
  ['of a reference', 'See [[goal:00004711-0000-4000-8000-000000004711]].'],
  ['in the question', 'With $8,000 more, burn is $28,000 instead of $20,000.'],
])('a number is verified that is %s', (_, answer) => {
  expect(unverifiedNumbers(answer, [records, 'If I hire for $8,000 a month?'])).toEqual([])
})

test('others are not, in their order and once each', () => {
  const answer = 'You have 4,711 demos and $333,000 in the bank, 88% more. Again: 4,711.'
  expect(unverifiedNumbers(answer, [records])).toEqual(['4,711', '$333,000', '88%'])
})

test('a number that is computed from an unverified one is not verified', () => {
  expect(unverifiedNumbers('4,711 demos × 17 = 80,087.', [records])).toEqual(['4,711', '17', '80,087'])
})

test('a long answer ends', () => {
  const answer = Array.from({ length: 5000 }, (_, index) => `${index * 7919}`).join(' ')
  expect(unverifiedNumbers(answer, [records]).length).toBeLessThanOrEqual(40)
})
