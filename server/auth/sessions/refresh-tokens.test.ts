import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { macOf } from './keys.ts'
import { readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'

const keys = { mac: macOf.bind(undefined, 'ours') }

test.each([0, 1, 127, 128, 300, 2 ** 31, 2 ** 40])(
  'a refresh token with counter %d is decoded as it was encoded',
  (counter) => {
    const token = { sessionId: randomUUID(), counter }
    expect(readRefreshToken(keys, writeRefreshToken(keys, token))).toEqual(token)
  },
)

test('a refresh token is URL-safe and longer than the client requires', () => {
  expect(writeRefreshToken(keys, { sessionId: randomUUID(), counter: 0 })).toMatch(/^[A-Za-z0-9_-]{50,}$/)
})

test('a refresh token with a changed character is malformed', () => {
  const token = writeRefreshToken(keys, { sessionId: randomUUID(), counter: 3 })
  const results = [...token].map((character, index) =>
    readRefreshToken(keys, `${token.slice(0, index)}${character === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`),
  )
  expect(new Set(results)).toEqual(new Set(['malformed']))
})

test.each(['', 'not base64url!'.repeat(5), 'A'.repeat(60)])('%j is a malformed refresh token', (text) => {
  expect(readRefreshToken(keys, text)).toBe('malformed')
})

test('a refresh token in the older format is well-formed but unknown', () => {
  expect(readRefreshToken(keys, 'abcdef123456')).toBe('forged')
})
