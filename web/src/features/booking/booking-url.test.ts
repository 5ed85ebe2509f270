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
