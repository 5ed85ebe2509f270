import { expect, test } from 'vitest'
import { formatDate, formatDay, formatTime, formatWeekday } from './dates.ts'

test('a date without time is the same day everywhere', () => expect(formatDate('2026-03-02')).toBe('Mar 2, 2026'))

test('a year that ISO dates have no place for is shown as it is', () =>
  expect(formatDate('10000-01-03')).toBe('10000-01-03'))

test.each(['infinity', '-infinity', '0044-03-15 BC', ''])('%j is shown as it is', (text) => {
  for (const format of [formatDate, formatDay, formatTime, formatWeekday]) expect(format(text)).toBe(text)
})
