import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const key = { secret: 'GOCSPX-secret', label: 'calendar tokens' }

test('what was sealed opens for its owner under the same secret and label', async () => {
  expect(await unseal(key, 'ana', await seal(key, 'ana', '1//refresh-é'))).toBe('1//refresh-é')
})

test('the same text is sealed differently each time, and is not seen in it', async () => {
  const [one, other] = [await seal(key, 'ana', 'token'), await seal(key, 'ana', 'token')]
  expect(one).not.toBe(other)
  expect(atob(one)).not.toContain('token')
})

test.each([
  ['another owner', key, 'ben'],
  ['another secret', { ...key, secret: 'GOCSPX-other' }, 'ana'],
  ['another label', { ...key, label: 'other tokens' }, 'ana'],
])('it does not open for %s', async (_, other, owner) => {
  expect(await unseal(other, owner, await seal(key, 'ana', 'token'))).toBeUndefined()
})

test('it does not open when it was changed, or is none', async () => {
  const sealed = await seal(key, 'ana', 'token')
  const last = sealed.at(-3) === 'A' ? 'B' : 'A'
  expect(await unseal(key, 'ana', `${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`)).toBeUndefined()
  expect(await unseal(key, 'ana', '')).toBeUndefined()
})

test('without a secret nothing is sealed', async () => {
  await expect(seal({ ...key, secret: '' }, 'ana', 'token')).rejects.toThrow('no secret')
})
