import { expect, test } from 'vitest'
import { bookingUrl } from './booking-url.ts'

test('the provider’s template gets the member’s id', () => {
  expect(bookingUrl('https://cal.example/{member}?from={member}', 'growth')).toBe(
    'https://cal.example/growth?from=growth',
  )
})

test('without a template the built-in page is opened', () => {
  expect(bookingUrl(null, 'whole-squad')).toBe('/booking/whole-squad')
})

test('a token stands in the fragment of the built-in page, and goes nowhere else', () => {
  expect(bookingUrl(null, 'growth', 'a.b')).toBe('/booking/growth#token=a.b')
  expect(bookingUrl('https://cal.example/{member}', 'growth', 'a.b')).toBe('https://cal.example/growth')
})
