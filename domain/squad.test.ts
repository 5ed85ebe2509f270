import { expect, test } from 'vitest'
import { BOOKABLE, unaddressed } from './squad.ts'

test('only the first line of a message names its recipients', () => {
  expect(unaddressed('To: strategy, product\n\nPricing?\n\nTo: all')).toBe('Pricing?\n\nTo: all')
})

test('four options can be booked', () => {
  expect(BOOKABLE.map(({ id }) => id)).toEqual(['whole-squad', 'strategy', 'growth', 'product'])
})
