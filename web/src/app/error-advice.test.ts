import { expect, test } from 'vitest'
import { adviceFor } from './error-advice.ts'

test.each([
  ['Failed to fetch', 'Check your internet connection'],
  ['NetworkError when attempting to load', 'Check your internet connection'],
  ['Auth session missing!', 'Try signing out and signing back in'],
  ['Invalid Refresh Token: Already Used', 'Try signing out and signing back in'],
  [`Unexpected token '<', "<!doctype "... is not valid JSON`, 'Try refreshing the page'],
  ['Database is starting up', 'This might be a temporary issue'],
  ['Bad query', 'This might be a temporary issue'],
  ['x is not a function', 'Try refreshing the page'],
])('"%s" shows the advice "%s"', (message, first) => {
  expect(adviceFor(message)[0]).toBe(first)
})
