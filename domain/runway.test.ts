import { expect, test } from 'vitest'
import { moneyEnds, parseAmount, runwayMonths, runwayText } from './runway.ts'

const runway = (bank_balance: number, monthly_revenue: number, monthly_burn: number) => ({
  bank_balance,
  monthly_revenue,
  monthly_burn,
})

test('a balance below zero lasts no month', () => {
  expect(runwayMonths(runway(-100, 0, 50))).toBe(0)
})

test('a balance that does not shrink has no end date', () => {
  expect(runwayMonths(runway(0, 10, 5))).toBeUndefined()
})

test('a runway is rounded down to tenths of a month', () => {
  expect(runwayText(5.99)).toBe('5.9 months')
  expect(runwayText(6)).toBe('6.0 months')
  expect(runwayText(9.08)).toBe('9.1 months')
  expect(runwayText(11.96)).toBe('11.9 months')
  expect(runwayText(runwayMonths(runway(0, 10, 5)))).toBe('Not running out')
  expect(runwayText(null)).toBe('Not running out')
})

test('a balance below zero ends today, and one that lasts ten years has no end date', () => {
  expect(moneyEnds(runway(-5, 0, 10), '2026-03-02')).toBe('2026-03-02')
  expect(moneyEnds(runway(90_000, 20_000, 5000), '2026-03-02')).toBeUndefined()
  expect(moneyEnds(runway(99_999_999_999, 0, 0.01), '2026-03-02')).toBeUndefined()
})

test.each([
  ['12500', 12_500],
  ['-300', -300],
  ['−300', -300],
  ['-$300', -300],
  ['$ 12 500', 12_500],
  ["12'500.5", 12_500.5],
  ['1 2 3', undefined],
  ['1.000', undefined],
  ['', undefined],
  ['1,5', undefined],
  ['1e5', undefined],
  ['12.345', undefined],
  ['many', undefined],
])('%j is parsed as %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})
