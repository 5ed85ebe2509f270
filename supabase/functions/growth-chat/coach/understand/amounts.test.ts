import { expect, test } from 'vitest'
import { amountsIn, isMoney } from './amounts.ts'

test.each([
  ['hire for $8,000 a month', [8000, 'dollars']],
  ['for 8k', [8000, 'number']],
  ['$1.2m', [1_200_000, 'dollars']],
  ['8000 dollars', [8000, 'dollars']],
  ['by 10%', [10, 'percent']],
  ['by 12.5 percent', [12.5, 'percent']],
  ['20 more demos', [20, 'number', 'demos']],
  ['twenty demos', [20, 'number', 'demos']],
  ['my last four check-ins', [4, 'number', 'check']],
  ['18 months', [18, 'number', 'months']],
  ['half of the 14k', [7000, 'number']],
])('“%s”', (text, [value, unit, noun]) => {
  expect(amountsIn(text)).toEqual([expect.objectContaining({ value, unit, ...(noun && { noun }) })])
})

test.each(['no one', 'q3', 'the b2b channel', 'version1'])('no amount: “%s”', (text) => {
  expect(amountsIn(text)).toEqual([])
})

test('several, in order, with their places', () => {
  expect(amountsIn('two people for $4,000 each').map(({ value, index }) => [value, index])).toEqual([
    [2, 0],
    [4000, 15],
  ])
})

test.each([
  ['two hires @ 7.5k/mo', [false, true]],
  ['3k less revenue a month', [true]],
  ['what if we lose 2 customers paying 600 each', [false, true]],
  ['how many goals in 2025', []],
  ['to last until March 11, 2027', [false]],
  ['a cut of 2000 a month', [true]],
  ['if we send 2000 messages', [false]],
  ['a bridge of $75', [true]],
])('money in “%s”', (text, expected) => {
  expect(amountsIn(text).map((amount) => isMoney(amount, text))).toEqual(expected)
})

test('fractions are percent', () => {
  expect(amountsIn('revenue falls by a third')).toMatchObject([{ value: 33.3, unit: 'percent' }])
})
