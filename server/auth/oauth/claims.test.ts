import { expect, test } from 'vitest'
import { newUserData, readClaims } from './claims.ts'

const claims = { iss: 'https://id.example', sub: '7', email: 'Ana@Example.com', email_verified: true }

test('email_verified must be true', () => {
  for (const email_verified of [undefined, false, 'false', 1, 'yes']) {
    expect(readClaims({ ...claims, email_verified })).toMatchObject({ value: { email_verified: false } })
  }
})

test('readClaims uses email_verified only from the source of the address', () => {
  const { email, email_verified, ...bare } = claims
  expect(readClaims({ ...bare, email }, { email: 'b@example.com', email_verified })).toMatchObject({
    value: { email: 'ana@example.com', email_verified: false },
  })
  expect(readClaims({ ...bare, email_verified }, { email })).toMatchObject({ value: { email_verified: false } })
  expect(readClaims(bare, { email, email_verified })).toMatchObject({ value: { email_verified: true } })
})

test.each([undefined, '', 7, 'é', 'x'.repeat(256), 'a\nb'])('readClaims rejects the sub %j', (sub) =>
  expect(readClaims({ ...claims, sub })).toEqual({ ok: false, failure: 'sub-invalid' }),
)

/** The address of 255 bytes is a valid one. */
const longest = `a@${'b.'.repeat(124)}com.x`

test.each([undefined, '', 'no-address', 'a b@example.com', '\u212Aim@example.com', `${longest}.attacker.example`])(
  'readClaims rejects the address %j',
  (email) => expect(readClaims({ ...claims, email })).toEqual({ ok: false, failure: 'email-missing' }),
)

test('readClaims keeps a picture with an https URL only', () => {
  expect(readClaims({ ...claims, picture: 'javascript:alert(1)' })).not.toHaveProperty('value.picture')
})

test('newUserData omits claims that do not fit into a token, except names', () => {
  const long = '"'.repeat(100)
  const read = readClaims({
    ...claims,
    name: long,
    given_name: long,
    family_name: long,
    picture: `https://${'\\'.repeat(500)}`,
  })
  if (!read.ok) throw new Error(read.failure)
  const data = newUserData({ ...read.value, more: 'x'.repeat(4096) })
  expect(Object.keys(data)).toEqual(['sub', 'email', 'email_verified', 'first_name', 'last_name'])
  expect(newUserData(read.value)).toMatchObject({ first_name: long, last_name: long })
})
