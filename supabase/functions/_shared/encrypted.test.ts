import { expect, test } from 'vitest'
import { encrypt, decrypt } from './encrypted.ts'

const key = { secret: 'GOCSPX-secret', label: 'calendar tokens' }

test('decrypts for the same owner, secret and label', async () => {
  expect(await decrypt(key, 'ana', await encrypt(key, 'ana', '1//refresh-é'))).toBe('1//refresh-é')
})

test('encrypts the same text differently each time, without showing it', async () => {
  const [one, other] = [await encrypt(key, 'ana', 'token'), await encrypt(key, 'ana', 'token')]
  expect(one).not.toBe(other)
  expect(atob(one)).not.toContain('token')
})

test.each([
  ['another owner', key, 'ben'],
  ['another secret', { ...key, secret: 'GOCSPX-other' }, 'ana'],
  ['another label', { ...key, label: 'other tokens' }, 'ana'],
])('does not decrypt for %s', async (_, other, owner) => {
  expect(await decrypt(other, owner, await encrypt(key, 'ana', 'token'))).toBeUndefined()
})

test('does not decrypt a changed or invalid text', async () => {
  const sealed = await encrypt(key, 'ana', 'token')
  const last = sealed.at(-3) === 'A' ? 'B' : 'A'
  expect(await decrypt(key, 'ana', `${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`)).toBeUndefined()
  for (const text of ['', 'url', 'no base64!', '“”']) expect(await decrypt(key, 'ana', text)).toBeUndefined()
})

test('encryption throws without a secret', async () => {
  await expect(encrypt({ ...key, secret: '' }, 'ana', 'token')).rejects.toThrow('no secret')
})
