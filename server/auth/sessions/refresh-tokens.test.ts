import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Keys } from './keys.ts'
import { readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'

const keysOf = (secret: string) =>
  ({
    mac: (purpose: string, algorithm: string, ...parts: Uint8Array[]) => {
      const hmac = createHmac(algorithm, `${purpose}:${secret}`)
      for (const part of parts) hmac.update(part)
      return hmac.digest()
    },
  }) as Keys
const keys = keysOf('ours')

test.each([0, 1, 127, 128, 300, 2 ** 31, 2 ** 40])('a token with counter %d is read as it was written', (counter) => {
  const token = { sessionId: randomUUID(), counter }
  expect(readRefreshToken(keys, writeRefreshToken(keys, token))).toEqual(token)
})

test('a token is safe in URLs and longer than the client asks for', () => {
  expect(writeRefreshToken(keys, { sessionId: randomUUID(), counter: 0 })).toMatch(/^[A-Za-z0-9_-]{50,}$/)
})

test('a token of another server is forged', () => {
  const foreign = writeRefreshToken(keysOf('theirs'), { sessionId: randomUUID(), counter: 3 })
  expect(readRefreshToken(keys, foreign)).toBe('forged')
})

test('a changed character makes a token malformed', () => {
  const token = writeRefreshToken(keys, { sessionId: randomUUID(), counter: 3 })
  const results = [...token].map((character, index) =>
    readRefreshToken(keys, `${token.slice(0, index)}${character === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`),
  )
  expect(new Set(results)).toEqual(new Set(['malformed']))
})

test.each(['', 'short', 'not base64url!'.repeat(5), 'A'.repeat(60)])('%j is no token', (text) => {
  expect(readRefreshToken(keys, text)).toBe('malformed')
})

test('a token of the older form is well-formed, but nobody’s here', () => {
  expect(readRefreshToken(keys, 'abcdef123456')).toBe('forged')
})
