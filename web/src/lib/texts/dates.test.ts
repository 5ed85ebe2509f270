import { expect, test } from 'vitest'
import { formatDate, formatDay, formatTime, formatWeekday } from './dates.ts'

test('shows a year that ISO dates cannot hold unchanged', () => expect(formatDate('10000-01-03')).toBe('10000-01-03'))

test.each(['infinity', '-infinity', '0044-03-15 BC', ''])('shows %j unchanged', (text) => {
  for (const format of [formatDate, formatDay, formatTime, formatWeekday]) expect(format(text)).toBe(text)
})
