// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAccount, serveAccount } from '../../testing/account.tsx'
import { local } from '../../lib/offline/storage.ts'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectSuccess, press, pressKey, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { SESSION_KEY } from '../../testing/session.ts'

const server = stubServer()
const DELETE = 'POST rpc/delete_my_account'
beforeEach(() => {
  serveAccount(server)
  server.on('POST auth/logout', () => undefined)
  server.rpc('delete_my_account', () => undefined)
})

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete My Account' })
const confirms = async (text: string) => {
  await openAccount('Data')
  await type(`Type ${FOUNDER.email} to confirm`, text)
}

test('nothing is deleted before the email is typed', async () => {
  await confirms('other@example.com')
  expect(button().disabled).toBe(true)
  await pressKey('Enter')
  expect(server.sent(DELETE)).toEqual([])
})

test('the account is deleted once its email is typed, in any case, and the session ends', async () => {
  await confirms(' ANA@Example.com')
  await press(button())
  await expectSuccess('Everything you had here is gone. Goodbye, and good luck.', 'Account deleted')
  await expect.poll(() => local.getItem(SESSION_KEY)).toBeNull()
  expect(server.sent(DELETE)).toHaveLength(1)
})

test('the only admin is not deleted', async () => {
  server.refuse(DELETE, { status: 400, code: 'P0001', message: 'the last admin' })
  await confirms(FOUNDER.email)
  await pressKey('Enter')
  await expectFailure(
    'You are the only admin. Please make another user an admin first.',
    'Your account was not deleted',
  )
  expect(button().disabled).toBe(false)
  expect(local.getItem(SESSION_KEY)).not.toBeNull()
})
