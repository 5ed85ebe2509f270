import { expect, test } from 'vitest'
import { addDays, daysBetween } from './days.ts'

test('counts days over months, leap days and daylight saving changes', () => {
  expect(daysBetween('2026-03-02', '2026-03-09')).toBe(7)
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-28', 1.6)).toBe('2026-03-30')
})
