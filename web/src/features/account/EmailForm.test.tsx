// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAccount, reopenAccount, serveAccount, type TestAccount } from '../../testing/account.tsx'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectGone, expectSuccess, expectText, press, pressKey, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { accountOf } from '../../testing/session.ts'

const server = stubServer()
const CHANGE = 'PUT auth/user'
const ASKED = ['Your email changes when the links in both emails have been opened.', 'Check both inboxes'] as const
let account: TestAccount

beforeEach(() => {
  account = serveAccount(server)
  server.on(CHANGE, ({ body }) => {
    account.newEmail = (body as { email: string }).email
    return accountOf(FOUNDER, { new_email: account.newEmail })
  })
})

const field = () => screen.getByLabelText<HTMLInputElement>('New email')
const changes = async (email: string) => {
  await type('New email', email)
  await pressKey('Enter')
}
const opens = async () => {
  await openAccount('Sign-in')
  await screen.findByLabelText('New email')
}

test('a change waits for the links in both mails, which can be sent again', async () => {
  server.on('POST auth/resend', () => ({}))
  await opens()
  await changes('new@example.com')
  await expectSuccess(...ASKED)
  const [sent] = server.sent(CHANGE)
  expect(sent?.body).toMatchObject({ email: 'new@example.com' })
  expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/`)
  await expectText('new@example.com')
  expect(field().value).toBe('')
  await press('Send Both Emails Again')
  await expect.poll(() => server.sent('POST auth/resend')[0]?.body).toMatchObject({ type: 'email_change', email: FOUNDER.email }) // prettier-ignore
})

test('mails that were not sent again are an error', async () => {
  account.newEmail = 'new@example.com'
  server.refuse('POST auth/resend', { status: 429, code: 'over_email_send_rate_limit', message: 'Wait a minute' })
  await opens()
  await press('Send Both Emails Again')
  await expectFailure('Wait a minute', 'Failed to change your email')
})

test('the email of the account itself is nothing to change', async () => {
  await opens()
  await changes(' ANA@example.com ')
  await expectFailure('That is the email you sign in with already.', 'Nothing to change')
  expect(server.sent(CHANGE)).toEqual([])
})

test('the email of another account is an error, and stays typed', async () => {
  server.refuse(CHANGE, { status: 422, code: 'email_exists' })
  await opens()
  await changes('admin@example.com')
  await expectFailure('This email already has an account.', 'Failed to change your email')
  expect(field().value).toBe('admin@example.com')
})

test('an email typed during a change stays, also when the dialog is closed', async () => {
  const release = server.hold(CHANGE)
  await opens()
  await changes('new@example.com')
  expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-disabled')).toBe('true')
  await type('New email', 'newer@example.com')
  release()
  await expectSuccess(...ASKED)
  await press('Close')
  await expectGone(() => screen.queryByRole('dialog'))
  await reopenAccount('Sign-in')
  await screen.findByLabelText('New email')
  expect(field().value).toBe('newer@example.com')
})

test('an account that cannot be loaded says so, with a retry', async () => {
  const allow = server.refuse('GET auth/user', { status: 403, code: 'not_allowed' })
  await openAccount('Sign-in')
  await expectFailure('Failed to load your account')
  allow()
  const [again = 'Try again'] = screen.getAllByRole('button', { name: 'Try again' })
  await press(again)
  expect(await screen.findByLabelText('New email')).toBeDefined()
})
