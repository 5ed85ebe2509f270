import { expect, test, vi } from 'vitest'
import { appliedPreferences, parsePreferences } from './preferences.ts'

test('several preferences stand in one header, with or without spaces', () => {
  expect(parsePreferences('return=representation,count=exact ,  resolution=merge-duplicates')).toEqual({
    return: 'representation',
    count: 'exact',
    resolution: 'merge-duplicates',
    unknown: [],
  })
})

test('of two values for one preference the first counts', () => {
  expect(parsePreferences('count=planned, count=exact').count).toBe('planned')
})

test('what is not understood is listed, but not tx', () => {
  expect(parsePreferences('tx=rollback, anything, return=all, max-affected=x, timezone=Nowhere/City').unknown).toEqual([
    'anything',
    'return=all',
    'max-affected=x',
    'timezone=Nowhere/City',
  ])
})

test('a preference that is repeated is judged once: time zones take long to look up', () => {
  const lookUps = vi.spyOn(Intl, 'DateTimeFormat')
  const { timezone } = parsePreferences('timezone=Europe/Lisbon,' + 'timezone=UTC,'.repeat(1000))
  expect(timezone).toBe('Europe/Lisbon')
  expect(lookUps.mock.calls.length).toBeLessThanOrEqual(1)
})

test('only what matters for the request is echoed, in a fixed order', () => {
  const preferences = parsePreferences('count=exact, return=minimal, timezone=Europe/Lisbon')
  expect(appliedPreferences(preferences, ['count', 'return'])).toBe('return=minimal, count=exact')
  expect(appliedPreferences(preferences, ['missing'])).toBeUndefined()
})
