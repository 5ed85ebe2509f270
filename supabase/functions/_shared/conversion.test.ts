import { describe, expect, test } from 'vitest'
import { bestLoop, conversionRate, hoursPerConversion, share, weakestLoop } from './conversion.ts'

const loop = (messages: number, conversions: number, status: 'running' | 'paused' | 'scaling' = 'running') => ({
  messages,
  demos: conversions,
  conversions,
  status,
})

test('a share of zero is zero', () => {
  expect(share(3, 0)).toBe(0)
  expect(share(3, -1)).toBe(0)
  expect(conversionRate(loop(50, 5))).toBe(0.1)
})

test('a conversion costs the hours of its messages and demos', () => {
  expect(hoursPerConversion({ messages: 100, demos: 5, conversions: 2 })).toBe(5)
  expect(hoursPerConversion(loop(100, 0))).toBeUndefined()
})

describe('the best loop', () => {
  test('has the highest conversion rate', () => {
    expect(bestLoop([loop(100, 1), loop(50, 5), loop(40, 2)])).toEqual(loop(50, 5))
  })
  test('is not one with few messages if another one converts', () => {
    expect(bestLoop([loop(2, 1), loop(50, 5)])).toEqual(loop(50, 5))
    expect(bestLoop([loop(2, 1), loop(50, 0)])).toEqual(loop(2, 1))
  })
  test('has at least one conversion', () => {
    expect(bestLoop([loop(50, 0)])).toBeUndefined()
    expect(bestLoop([])).toBeUndefined()
  })
})

describe('the weakest loop', () => {
  test('is active and has the lowest conversion rate', () => {
    expect(weakestLoop([loop(100, 1), loop(50, 5), loop(80, 0, 'paused')])).toEqual(loop(100, 1))
  })
  test('is the one with most messages among equals', () => {
    expect(weakestLoop([loop(30, 0), loop(90, 0), loop(50, 5)])).toEqual(loop(90, 0))
  })
  test('requires a better loop, and enough messages for a rate', () => {
    expect(weakestLoop([loop(50, 5)])).toBeUndefined()
    expect(weakestLoop([loop(5, 0), loop(50, 5)])).toBeUndefined()
  })
})
