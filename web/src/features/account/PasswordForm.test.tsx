// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAccount, serveAccount, type TestAccount } from '../../testing/account.tsx'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectSuccess, press, pressKey, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { accountOf } from '../../testing/session.ts'

const server = stubServer()
const CHANGE = 'PUT auth/user'
const CHANGED = [
  'Your new password is set. Every other device has been signed out, and your calendar address is off.',
  'Success!',
] as const
let account: TestAccount

beforeEach(() => {
  account = serveAccount(server)
  server.on(CHANGE, () => accountOf(FOUNDER))
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const opens = async () => {
  await openAccount('Sign-in')
  await screen.findByLabelText('New password')
}
const changes = async (current: string, next: string) => {
  await type('Current password', current)
  await type('New password', next)
  await pressKey('Enter')
}

test('a new password is set with the current one', async () => {
  await opens()
  await changes('secret123', 'another horse')
  await expectSuccess(...CHANGED)
  expect(server.sent(CHANGE)[0]?.body).toMatchObject({ password: 'another horse', current_password: 'secret123' })
  expect([field('Current password').value, field('New password').value]).toEqual(['', ''])
})

test('a password can be read while it is typed', async () => {
  await opens()
  await type('New password', 'another horse')
  await press('Show new password')
  expect([field('Current password').type, field('New password').type]).toEqual(['password', 'text'])
  await press('Hide new password')
  expect(field('New password').type).toBe('password')
  expect(field('New password').value).toBe('another horse')
})

test.each([
  { current: 'secret123', next: 'abc', message: 'Password must be at least 6 characters', wrong: 'New password' },
  { current: '', next: 'long enough', message: 'Your current password is required', wrong: 'Current password' },
])('$message: the field gets the focus', async ({ current, next, message, wrong }) => {
  await opens()
  await changes(current, next)
  await expectFailure(message, 'Validation error')
  expect(document.activeElement).toBe(field(wrong))
  expect(server.sent(CHANGE)).toEqual([])
})

test.each([
  { code: 'current_password_invalid', message: 'That is not your current password.', wrong: 'Current password' },
  { code: 'same_password', message: 'That’s already your password. Please choose another one.', wrong: 'New password' },
])('a refusal is an error, and marks its field: $code', async ({ code, message, wrong }) => {
  server.refuse(CHANGE, { status: 422, code })
  await opens()
  await changes('wrong one', 'long enough')
  await expectFailure(message, 'Failed to change your password')
  expect(document.activeElement).toBe(field(wrong))
  expect(field(wrong).getAttribute('aria-invalid')).toBe('true')
  expect(field('New password').value).toBe('long enough')
})

test('a password typed during a change stays', async () => {
  const release = server.hold(CHANGE)
  await opens()
  await changes('secret123', 'another horse')
  expect(screen.getByRole('button', { name: 'Saving...' }).getAttribute('aria-disabled')).toBe('true')
  await type('New password', 'a third horse')
  release()
  await expectSuccess(...CHANGED)
  expect([field('Current password').value, field('New password').value]).toEqual(['', 'a third horse'])
})

test('an account without a password gets its first one without a current one', async () => {
  account.identities = [{ identity_id: 'i2', id: 'i2', provider: 'acme', identity_data: {} }]
  await opens()
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await type('New password', 'another horse')
  await pressKey('Enter')
  await expectSuccess(...CHANGED)
})

test('the fields are those that password managers know, and are not stored', async () => {
  await opens()
  expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe(FOUNDER.email)
  expect(field('Current password').autocomplete).toBe('current-password')
  expect(field('New password').autocomplete).toBe('new-password')
  await type('Current password', 'secret123')
  await press('Profile', 'tab')
  await press('Sign-in', 'tab')
  expect(field('Current password').value).toBe('')
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('secret123')
})
