// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAccount, OTHER_DEVICE, serveAccount, THIS_DEVICE, type TestAccount } from '../../testing/account.tsx'
import { expectFailure, expectSuccess, expectText, press } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()
let account: TestAccount
beforeEach(() => {
  account = serveAccount(server, { sessions: [THIS_DEVICE, OTHER_DEVICE] })
  server.on('POST auth/logout', () => {
    account.sessions = [THIS_DEVICE]
  })
})

const devices = async () => {
  const region = within(await screen.findByRole('region', { name: 'Devices' }))
  return (await region.findAllByRole('listitem')).map(({ textContent }) => textContent)
}

test('this device is marked among those that are signed in', async () => {
  await openAccount('Security')
  const [first, second, ...more] = await devices()
  expect(first).toMatch(/^Chrome on Linux.*Last seen .*This device$/)
  expect(second).toMatch(/^Unknown device.*Last seen Mar 2, 2026, /)
  expect(more).toEqual([])
})

test('the other devices are signed out, and this one is not', async () => {
  await openAccount('Security')
  await press('Sign Out Everywhere Else')
  await expectSuccess('You are signed out everywhere else')
  await expectText('You’re not signed in anywhere else.')
  expect(await devices()).toHaveLength(1)
  expect(server.sent('POST auth/logout')[0]?.query.get('scope')).toBe('others')
})

test('a sign-out that fails is an error', async () => {
  server.refuse('POST auth/logout', { status: 422, code: 'unexpected', message: 'Not now' })
  await openAccount('Security')
  await press('Sign Out Everywhere Else')
  await expectFailure('Not now', 'Failed to sign out elsewhere')
  expect(await devices()).toHaveLength(2)
})

test('devices that cannot be loaded say so, with a retry', async () => {
  const allow = server.refuse(/rpc\/my_sessions/)
  await openAccount('Security')
  await expectFailure('Failed to load where you are signed in')
  allow()
  await press('Try again')
  expect(await devices()).toHaveLength(2)
})
