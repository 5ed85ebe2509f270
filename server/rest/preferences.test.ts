import { expect, test, vi } from 'vitest'
import { parsePreferences } from './preferences.ts'

test('parses several preferences in one header, with or without spaces', () => {
  expect(parsePreferences('return=representation,count=exact ,  resolution=merge-duplicates')).toEqual({
    return: 'representation',
    count: 'exact',
    resolution: 'merge-duplicates',
    unknown: [],
  })
})

test('uses the first of two values for one preference', () => {
  expect(parsePreferences('count=planned, count=exact').count).toBe('planned')
})

test('lists unknown preferences, except tx', () => {
  expect(parsePreferences('tx=rollback, anything, return=all, max-affected=x, timezone=Nowhere/City').unknown).toEqual([
    'anything',
    'return=all',
    'max-affected=x',
    'timezone=Nowhere/City',
  ])
})

test('validates a repeated preference once, since time zones are slow to look up', () => {
  const lookUps = vi.spyOn(Intl, 'DateTimeFormat')
  const { timezone } = parsePreferences('timezone=Europe/Lisbon,' + 'timezone=UTC,'.repeat(1000))
  expect(timezone).toBe('Europe/Lisbon')
  expect(lookUps.mock.calls.length).toBeLessThanOrEqual(1)
})
