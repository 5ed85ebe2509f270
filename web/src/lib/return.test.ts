import { describe, expect, test } from 'vitest'
import { readReturn } from './return.ts'

const site = 'https://growth.example'

describe('readReturn', () => {
  test.each([
    '/',
    '/auth',
    '/auth?a=1#b',
    '/traction?code=7',
    '/calendar-callback?code=7',
    '/calendar-callback?error=x',
  ])('%s brings nothing and stays', (path) => expect(readReturn(site + path)).toEqual({ found: {}, rest: site + path }))

  test('tokens in the fragment are for the auth client', () => {
    const address = `${site}/auth#access_token=a&refresh_token=b`
    expect(readReturn(address)).toEqual({ found: {}, rest: address })
  })

  test('a code is taken out, and what else stands in the query stays', () => {
    expect(readReturn(`${site}/auth?a=1&code=7`)).toEqual({ found: { code: '7' }, rest: `${site}/auth?a=1` })
  })

  test('so is the one of an account that is being connected', () => {
    const found = readReturn(`${site}/connected?provider=acme&code=7`)
    expect(found).toEqual({ found: { code: '7' }, rest: `${site}/connected?provider=acme` })
  })

  test.each([
    ['/auth?error=access_denied&error_description=No+way&sb=', 'No way'],
    ['/?error=server_error#error=server_error&error_description=Broken', 'Broken'],
    ['/auth#error=access_denied&error_code=otp_expired&error_description=Link+expired&sb=', 'Link expired'],
    ['/traction?error=access_denied', 'access_denied'],
  ])('%s brings an error from wherever it stands', (path, error) => {
    const { found, rest } = readReturn(site + path)
    expect(found).toEqual({ error })
    expect(rest).toBe(site + new URL(site + path).pathname)
  })

  test('an error counts more than a code', () => {
    expect(readReturn(`${site}/auth?code=7&error=x`).found).toEqual({ error: 'x' })
  })
})
