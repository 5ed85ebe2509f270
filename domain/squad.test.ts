import { describe, expect, test } from 'vitest'
import { addressed, BOOKABLE, chooseRecipient, DEFAULT_RECIPIENTS, unaddressed } from './squad.ts'

describe('recipients', () => {
  test('choosing a member deselects the whole squad', () => {
    expect(chooseRecipient(DEFAULT_RECIPIENTS, 'growth')).toEqual(['growth'])
  })

  test('several members can be chosen', () => {
    expect(chooseRecipient(['growth'], 'engineer')).toEqual(['growth', 'engineer'])
  })

  test('choosing the whole squad deselects all members', () => {
    expect(chooseRecipient(['growth', 'engineer'], 'whole-squad')).toEqual(['whole-squad'])
  })

  test('choosing the only member again leaves no recipient', () => {
    expect(chooseRecipient(['growth'], 'growth')).toEqual([])
  })
})

test('a message starts with the ids of its recipients', () => {
  expect(addressed(['strategy', 'product'], 'Pricing?')).toBe('To: strategy, product\n\nPricing?')
  expect(unaddressed('To: strategy, product\n\nPricing?\n\nTo: all')).toBe('Pricing?\n\nTo: all')
  expect(unaddressed('To: whole-squad\n\nHi')).toBe('Hi')
})

test('four options can be booked', () => {
  expect(BOOKABLE.map(({ id }) => id)).toEqual(['whole-squad', 'strategy', 'growth', 'product'])
})
