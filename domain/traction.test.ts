import { describe, expect, test } from 'vitest'
import { parseCount, progressOf, totalsOf } from './traction.ts'

test('totals are sums over all loops', () => {
  const loops = [
    { conversions: 1, demos: 2, messages: 3 },
    { conversions: 10, demos: 20, messages: 30 },
  ]
  expect(totalsOf(loops)).toEqual({ conversions: 11, demos: 22, messages: 33 })
  expect(totalsOf([])).toEqual({ conversions: 0, demos: 0, messages: 0 })
})

describe('live progress', () => {
  test('targets are 10 conversions, 5 demos and 20 messages ahead', () => {
    expect(progressOf('conversions', 0).target).toBe(10)
    expect(progressOf('demos', 7).target).toBe(12)
    expect(progressOf('messages', 100).target).toBe(120)
  })

  test('the percentage is the current value over the target', () => {
    expect(progressOf('conversions', 30).percent).toBe(75)
    expect(progressOf('demos', 0).percent).toBe(0)
  })

  test('the percentage stays between 0 and 100 for counts below zero', () => {
    expect(progressOf('conversions', -4).percent).toBe(0)
    expect(progressOf('conversions', -40).percent).toBe(0)
  })
})

test('counts are parsed as whole numbers, with 0 as the fallback', () => {
  expect(['1,200', '1,000,000', '12,50'].map(parseCount)).toEqual([1200, 1_000_000, 12])
  expect(['12', ' 7 ', '3.9', '-2', '', 'many', '99999999999'].map(parseCount)).toEqual([12, 7, 3, -2, 0, 0, 0])
})
