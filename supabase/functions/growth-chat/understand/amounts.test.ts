import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsIn, type Amount } from './amounts.ts'

type Row = readonly [text: string, amount: Partial<Amount>]

const reads = (rows: readonly Row[]) =>
  test.each(rows)('“%s” is %o', (text, amount) => expect(amountsIn(text)).toEqual([expect.objectContaining(amount)]))

describe('money', () => {
  reads([
    ['$8,000', { value: 8000, unit: 'money' }],
    ['€8.000', { value: 8000, unit: 'money', isAmbiguous: false }],
    ['8.000 €', { value: 8000, unit: 'money', isAmbiguous: false }],
    ['8 000 dollars', { value: 8000, unit: 'money' }],
    ['8\u00A0000 €', { value: 8000, unit: 'money' }],
    ['8\u202F000 €', { value: 8000, unit: 'money' }],
    ["$8'000", { value: 8000, unit: 'money' }],
    ['$8’000', { value: 8000, unit: 'money' }],
    ['$1.5k', { value: 1500, unit: 'money' }],
    ['for 1.5k', { value: 1500, unit: 'money' }],
    ['8k', { value: 8000, unit: 'money' }],
    ['$1.2m', { value: 1_200_000, unit: 'money' }],
    ['$1,234.56', { value: 1234.56, unit: 'money' }],
    ['€1.234,56', { value: 1234.56, unit: 'money' }],
    ['five grand', { value: 5000, unit: 'money' }],
    ['half a million', { value: 500_000, unit: 'money' }],
    ['half of the 14k', { value: 7000, unit: 'money' }],
    ['a third of the 9k', { value: 3000, unit: 'money' }],
  ])
})

describe('money for a time', () => {
  reads([
    ['8k/mo', { value: 8000, unit: 'money', per: 'month' }],
    ['$8,000 a month', { value: 8000, unit: 'money', per: 'month' }],
    ['$96k a year', { value: 96_000, unit: 'money', per: 'year' }],
    ['$96k p.a.', { value: 96_000, unit: 'money' }],
    ['€500 per week', { value: 500, unit: 'money', per: 'week' }],
    ['2000 monthly', { value: 2000, unit: 'money', per: 'month' }],
    ['$96k per year', { value: 96_000, unit: 'money', per: 'year' }],
    ['$40 a day', { value: 40, unit: 'money', per: 'day' }],
  ])
})

describe('shares and factors', () => {
  reads([
    ['20%', { value: 20, unit: 'percent' }],
    ['20 %', { value: 20, unit: 'percent' }],
    ['12.5 percent', { value: 12.5, unit: 'percent' }],
    ['cut burn in half', { value: 0.5, unit: 'factor' }],
    ['revenue doubles', { value: 2, unit: 'factor' }],
    ['burn falls by a third', { value: 100 / 3, unit: 'percent' }],
    ['revenue drops to zero', { value: 0, unit: 'money' }],
  ])
})

describe('counts and durations', () => {
  reads([
    ['two people', { value: 2, unit: 'count', noun: 'people' }],
    ['20 more demos', { value: 20, unit: 'count', noun: 'demos' }],
    ['twenty demos', { value: 20, unit: 'count', noun: 'demos' }],
    ['2k messages', { value: 2000, unit: 'count', noun: 'messages' }],
    ['1,200 customers', { value: 1200, unit: 'count', noun: 'customers' }],
    ['18 months', { value: 18, unit: 'months' }],
    ['two years', { value: 2, unit: 'years' }],
    ['6 weeks', { value: 6, unit: 'weeks' }],
  ])
})

describe('a number that two countries read differently', () => {
  test.each(['1.500', 'hire someone at 1.500 a month', '$1.500'])('“%s” is ambiguous', (text) => {
    expect(amountsIn(text)).toEqual([expect.objectContaining({ value: 1500, isAmbiguous: true })])
  })

  test.each(['€1.500', '1.500 euros', '1.500.000', '1.500,00', '1.5k', '1,500', '1.50', '$1500'])(
    '“%s” is not',
    (text) => expect(amountsIn(text)).toEqual([expect.objectContaining({ isAmbiguous: false })]),
  )
})

test.each(['no one', 'q3', 'the b2b channel', 'version1', 'someone', 'one of them'])('“%s” is no amount', (text) => {
  expect(amountsIn(text)).toEqual([])
})

test('several are read in their order', () => {
  expect(amountsIn('raise 300k, hire four at 5k, and lose a customer who pays 2k').map(({ value }) => value)).toEqual([
    300_000, 4, 5000, 2000,
  ])
  expect(amountsIn('two people for $4,000 each').map(({ value, start }) => [value, start])).toEqual([
    [2, 0],
    [4000, 15],
  ])
})

const amount = fc.integer({ min: 1000, max: 999_999 })

test('an amount is the same however its thousands are separated', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(',', '.', "'", '’', ' ', '\u00A0', '\u202F', ''), (value, separator) => {
      const written = value.toLocaleString('en-US').replaceAll(',', separator)
      expect(amountsIn(`€${written} a month`)).toMatchObject([{ value, unit: 'money', per: 'month' }])
    }),
  )
})

test('what is read lies within the text, and does not overlap', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 .,$€%kmhalf two/'), maxLength: 60 }), (text) => {
      const found = amountsIn(text)
      for (const [at, { start, end, value }] of found.entries()) {
        expect(Number.isFinite(value)).toBe(true)
        expect(start >= (found[at - 1]?.end ?? 0) && end > start && end <= text.length).toBe(true)
      }
    }),
  )
})
