import { expect, test } from 'vitest'
import { bookingUrl } from './booking-url.ts'

test('fills the member’s id into the template', () => {
  expect(bookingUrl('https://cal.example/{member}?from={member}', 'growth')).toBe(
    'https://cal.example/growth?from=growth',
  )
})

test('the booking URL is the built-in page without a template', () => {
  expect(bookingUrl(null, 'whole-squad')).toBe('/booking/whole-squad')
})

test('adds the token to the fragment of the built-in page only', () => {
  expect(bookingUrl(null, 'growth', 'a.b')).toBe('/booking/growth#token=a.b')
  expect(bookingUrl('https://cal.example/{member}', 'growth', 'a.b')).toBe('https://cal.example/growth')
})
