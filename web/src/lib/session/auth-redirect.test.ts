import { describe, expect, test } from 'vitest'
import { readAuthRedirect } from './auth-redirect.ts'

const site = 'https://growth.example'

describe('readAuthRedirect', () => {
  test.each([
    '/',
    '/auth',
    '/auth?a=1#b',
    '/?code=7',
    '/traction?code=7',
    '/traction?connecting=1&code=7',
    '/connected?code=7',
    '/calendar-callback?code=7',
    '/calendar-callback?error=x',
  ])('%s has no return parameters and stays', (path) =>
    expect(readAuthRedirect(site + path)).toEqual({ found: {}, rest: site + path }),
  )

  test.each([
    [`&redirect_to=${encodeURIComponent(`${site}/brain?tab=notes`)}`, '/brain?tab=notes'],
    ['', '/'],
    ['&redirect_to=https%3A%2F%2Fevil.example%2Fsteal', '/'],
    ['&redirect_to=%2F%2Fevil.example', '/'],
    ['&redirect_to=javascript%3Aalert(1)', '/'],
    ['&redirect_to=https%3A%2F%2F', '/'],
  ])('a mailed link is removed from the URL, and redirects within this site only: %s', (more, to) => {
    expect(readAuthRedirect(`${site}/auth#token_hash=abc&type=recovery${more}`)).toEqual({
      found: { link: { tokenHash: 'abc', type: 'recovery', to } },
      rest: `${site}/auth`,
    })
  })

  test.each(['', '&type=recovery', '&type=magiclink'])('tokens in a URL are ignored%s', (type) => {
    expect(readAuthRedirect(`${site}/auth#access_token=a&refresh_token=b${type}`)).toEqual({
      found: { error: 'This sign-in was not started here, or took too long. Please start again.' },
      rest: `${site}/auth`,
    })
  })

  test('a code is removed from the URL, other parameters stay', () => {
    expect(readAuthRedirect(`${site}/auth?a=1&code=7`)).toEqual({ found: { code: '7' }, rest: `${site}/auth?a=1` })
  })

  test.each([
    ['?connecting=1&code=7', { code: '7', connecting: '1' }],
    [
      '?connecting=1&error=access_denied&error_description=No#error=access_denied',
      { error: 'It was refused there. Please start again.', connecting: '1' },
    ],
    ['?connecting=1', { connecting: '1' }],
  ])('the result of linking an identity is removed at / too: %s', (query, found) => {
    expect(readAuthRedirect(`${site}/${query}`)).toEqual({ found, rest: `${site}/` })
  })

  test.each([
    ['/auth?error=access_denied&error_description=No+way&sb=', 'It was refused there. Please start again.'],
    ['/?error=server_error#error=server_error&error_description=Call+555', 'It did not work. Please start again.'],
    [
      '/auth#error=access_denied&error_code=otp_expired&error_description=Link+expired&sb=',
      'This link has expired. Please request a new one.',
    ],
    ['/traction?error=Your+account+is+blocked.+Call+555', 'It did not work. Please start again.'],
    ['/?error=constructor&error_code=toString', 'It did not work. Please start again.'],
  ])('%s has an error, wherever it is in the URL, in our own words', (path, error) => {
    const { found, rest } = readAuthRedirect(site + path)
    expect(found).toEqual({ error })
    expect(rest).toBe(site + new URL(site + path).pathname)
  })

  test('an error takes precedence over a code', () => {
    expect(readAuthRedirect(`${site}/auth?code=7&error=x`).found).toEqual({
      error: 'It did not work. Please start again.',
    })
  })

  test.each(['/?error_description=Call+555', '/#error_description=Call+555', '/auth?error_code=otp_expired'])(
    '%s shows nothing',
    (path) => expect(readAuthRedirect(site + path).found).toEqual({}),
  )
})
