import { describe, expect, onTestFinished, test } from 'vitest'
import { dayOf, weekOf } from './week.ts'

describe('the week of a moment', () => {
  test('Monday belongs to its own week', () => {
    expect(weekOf(new Date('2026-03-02T12:00:00Z'), 'UTC')).toBe('2026-03-02')
  })

  test('Sunday belongs to the previous Monday', () => {
    expect(weekOf(new Date('2026-03-08T23:59:59Z'), 'UTC')).toBe('2026-03-02')
  })

  test('a week with a daylight saving change still has seven days', () => {
    expect(weekOf(new Date('2026-03-29T22:30:00Z'), 'Europe/Berlin')).toBe('2026-03-30')
    expect(weekOf(new Date('2026-03-29T21:30:00Z'), 'Europe/Berlin')).toBe('2026-03-23')
  })

  test('a year may change within a week', () => {
    expect(weekOf(new Date('2027-01-03T12:00:00Z'), 'UTC')).toBe('2026-12-28')
  })
})

test('a day is written the same way whatever a browser’s locale data say', () => {
  // A getter, which vi.spyOn does not know as one.
  const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!
  onTestFinished(() => void Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', format))
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { ...format, get: () => () => '26/3/2' })
  expect(dayOf(new Date('2026-03-02T12:00:00Z'), 'UTC')).toBe('2026-03-02')
  expect(weekOf(new Date('2026-03-08T12:00:00Z'), 'UTC')).toBe('2026-03-02')
})
