import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signedTokens } from './signed-token.ts'

const shape = z.strictObject({ user: z.string() })
const values = signedTokens('a secret', 'book a call', shape)
const soon = () => new Date(Date.now() + 60_000)
const signed = await values.sign({ user: 'ana' }, soon())
const invalid = { ok: false, failure: 'invalid' }

test('a verified value equals the signed one', async () => {
  expect(await values.verify(signed)).toEqual({ ok: true, value: { user: 'ana' } })
  // Another server with the same secret.
  expect(await signedTokens('a secret', 'book a call', shape).verify(signed)).toMatchObject({ ok: true })
})

test('a value expires', async () => {
  const late = await values.sign({ user: 'ana' }, new Date(Date.now() - 1))
  expect(await values.verify(late)).toEqual({ ok: false, failure: 'expired' })
})

test('a token of another purpose or secret is invalid', async () => {
  expect(await signedTokens('a secret', 'manage a call', shape).verify(signed)).toEqual(invalid)
  expect(await signedTokens('b secret', 'book a call', shape).verify(signed)).toEqual(invalid)
})

const [payload = '', signature = ''] = signed.split('.')
const other = btoa(JSON.stringify({ value: { user: 'ben' }, exp: Date.now() + 60_000 })).replaceAll('=', '')
test.each([
  ['an empty text', ''],
  ['no signature', payload],
  ['an empty signature', `${payload}.`],
  ['half of the signature', `${payload}.${signature.slice(0, 20)}`],
  ['one letter less', signed.slice(0, -1)],
  ['one letter more', `${signed}A`],
  ['another value', `${other}.${signature}`],
  ['another signature', `${payload}.${signature.slice(1)}A`],
  ['two of them', `${signed}.${signed}`],
  ['a text that is too long', `${'a'.repeat(2_000_000)}.${signature}`],
  ['a text that is not base64', `${payload}ä.${signature}`],
])('a token with %s is invalid', async (_what, text) => {
  expect(await values.verify(text)).toEqual(invalid)
})

test('a token changed at any position is invalid', async () => {
  for (let place = 0; place < payload.length; place++) {
    const letter = payload[place] === 'A' ? 'B' : 'A'
    expect(await values.verify(`${payload.slice(0, place)}${letter}${payload.slice(place + 1)}.${signature}`)).toEqual(
      invalid,
    )
  }
})

test('throws without a secret', async () => {
  await expect(signedTokens('', 'book a call', shape).sign({ user: 'ana' }, soon())).rejects.toThrow('no secret')
})
