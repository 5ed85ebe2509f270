import { describe, expect, test } from 'vitest'
import { parseCount, progressOf } from './traction.ts'

describe('live progress', () => {
  test('targets are 10 conversions, 5 demos and 20 messages ahead', () => {
    expect(progressOf('conversions', 0).target).toBe(10)
    expect(progressOf('demos', 7).target).toBe(12)
    expect(progressOf('messages', 100).target).toBe(120)
  })

  test('the percentage stays between 0 and 100 for counts of zero and below', () => {
    expect(progressOf('demos', 0).percent).toBe(0)
    expect(progressOf('conversions', -4).percent).toBe(0)
    expect(progressOf('conversions', -40).percent).toBe(0)
  })
})

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['+3', 3],
  ['1,000,000', 1_000_000],
  ['1 000', 1000],
  ['1\u00a0000', 1000],
  ['1\u202f000\u202f000', 1_000_000],
  ["1'000", 1000],
  ['1’000', 1000],
  ['１２', 12],
  ['1000000000', 1_000_000_000],
])('the count %j is %i', (text, count) => {
  expect(parseCount(text)).toBe(count)
})

test.each(['', '  ', '-'])('%j is no number, and the count 0', (text) => {
  expect(parseCount(text)).toBe(0)
})

test.each(['1.000', '1,5', '12,50', '3.9', "1'000,5", '1,000 000', '1,0000', '1e3', '١٢', '12 calls'])(
  '%j can mean several counts, and is none',
  (text) => {
    expect(parseCount(text)).toBeUndefined()
  },
)

test.each(['-5', '−5', '1000000001', '99999999999'])('%j is no count', (text) => {
  expect(parseCount(text)).toBeUndefined()
})
