// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { local } from '../../lib/offline/storage.ts'
import { address, renderApp } from '../../testing/app.tsx'
import { serveFounder } from '../../testing/founder.ts'
import { ADMIN, FOUNDER, type Person } from '../../testing/people.ts'
import { expectFailure, expectGone, expectSuccess, expectText, press, pressKey, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { accountOf, SESSION_KEY, sessionOf } from '../../testing/session.ts'

const server = stubServer()
const PREVIEW = 'POST auth/verify/preview'
const REDEEM = 'POST auth/verify'

beforeEach(() => {
  serveFounder(server)
  server.on(PREVIEW, () => ({ email: 'a***@example.com' }))
  server.on(REDEEM, () => sessionOf(FOUNDER))
})

/** Opens a link of a mail. */
function opens(type: string, { as = null, to = '/auth' }: { as?: Person | null; to?: string } = {}): void {
  renderApp(`/auth#${new URLSearchParams({ token_hash: 'a-hash', type, redirect_to: to }).toString()}`, as)
}

const continueAs = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Continue as a***@example.com' })
const expectSignIn = () => screen.findByRole('tab', { name: 'Sign In' })
const expectAddress = async (path: string) => {
  await expect.poll(address).toBe(path)
}
const stored = () => local.getItem(SESSION_KEY) ?? ''

describe('a recovery link', () => {
  test('waits for a press, then sets a new password', async () => {
    server.on('PUT auth/user', () => accountOf(FOUNDER))
    opens('recovery')
    const button = await continueAs()
    expect(document.activeElement).toBe(button)
    expect(screen.getByRole('heading', { name: 'Reset your password' })).toBeDefined()
    expect(location.hash).toBe('')
    expect(server.sent(PREVIEW)[0]?.body).toEqual({ type: 'recovery', token_hash: 'a-hash' })
    expect(server.sent(REDEEM)).toEqual([])
    await pressKey('Enter')
    expect(server.sent(REDEEM)[0]?.body).toMatchObject({ type: 'recovery', token_hash: 'a-hash' })
    await type('New password', 'horse')
    await pressKey('Enter')
    await expectFailure('Password must be at least 6 characters', 'Validation error')
    await type('New password', 'another horse')
    await pressKey('Enter')
    await expectSuccess('Your new password is set.', 'Success!')
    await expectAddress('/')
    expect(server.sent('PUT auth/user')[0]?.body).toMatchObject({ password: 'another horse' })
  })

  test('survives a reload until it is confirmed, and is used once', async () => {
    opens('recovery')
    await continueAs()
    cleanup()
    renderApp('/auth', null)
    await press(await continueAs())
    await screen.findByLabelText('New password')
    cleanup()
    renderApp('/auth', null)
    // The link has signed in.
    await expectText('You are signed in')
    expect(screen.queryByText('Reset your password')).toBeNull()
  })

  test('asks for the second factor before the new password', async () => {
    const factors = [{ id: 'f1', status: 'verified', factor_type: 'totp', friendly_name: 'Phone' }]
    server.on(REDEEM, () => sessionOf(FOUNDER, { factors }))
    server.on('POST auth/factors/f1/challenge', () => ({ id: 'c1', type: 'totp', expires_at: 4_000_000_000 }))
    server.on('POST auth/factors/f1/verify', () => sessionOf(FOUNDER, { factors, isVerified: true }))
    opens('recovery')
    await press(await continueAs())
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeDefined()
    expect(screen.queryByLabelText('New password')).toBeNull()
    await type('Code', '123456')
    await pressKey('Enter')
    expect(await screen.findByLabelText('New password')).toBeDefined()
  })
})

describe('another user’s link', () => {
  test('does not change the session before it is confirmed', async () => {
    opens('magiclink', { as: ADMIN })
    const before = stored()
    await expectText(/You are signed in as admin@example.com now\.$/)
    await press('Not now')
    await expectGone(() => screen.queryByText(/You are signed in as/))
    expect(server.sent(REDEEM)).toEqual([])
    expect(stored()).toBe(before)
  })

  test('replaces the session with a press, and leads where the mail says', async () => {
    opens('magiclink', { as: ADMIN, to: '/brain' })
    await press(await continueAs())
    await expectSuccess('Signed in successfully. Redirecting...', 'Welcome back!')
    await expectAddress('/brain')
    expect(stored()).toContain(FOUNDER.id)
  })

  test('is gone after signing out', async () => {
    server.on('POST auth/logout', () => undefined)
    opens('recovery', { as: FOUNDER })
    await continueAs()
    cleanup()
    renderApp('/', null)
    await press('Sign Out')
    await expectSignIn()
    cleanup()
    renderApp('/auth', null)
    await expectSignIn()
    expect(screen.queryByText('Reset your password')).toBeNull()
  })
})

describe('a link that does not work', () => {
  test.each([400, 403])('says so when it was used: status %i', async (status) => {
    server.refuse(PREVIEW, { status, code: 'otp_expired' })
    opens('magiclink')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
    await press('Go to Sign In')
    await expectSignIn()
  })

  test('can be tried again when it could not be checked', async () => {
    server.lose(PREVIEW, { times: 1 })
    opens('magiclink')
    expect(await screen.findByRole('heading', { name: 'Your link could not be checked' })).toBeDefined()
    const release = server.hold(PREVIEW)
    await press('Try again')
    expect(screen.getByLabelText('Checking your link...')).toBeDefined()
    release()
    await continueAs()
  })

  test('is an error when it is refused with the press', async () => {
    server.refuse(REDEEM, { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
    opens('magiclink')
    await press(await continueAs())
    await expectFailure('Token has expired or is invalid', 'Sign in failed')
    expect((await continueAs()).disabled).toBe(false)
  })
})

test('an auth server without previews has its links confirmed, too', async () => {
  server.refuse(PREVIEW, { status: 404, code: 'not_found' })
  opens('recovery')
  await press(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByLabelText('New password')).toBeDefined()
})

describe('a link that changes the email', () => {
  test('says when the other address has to confirm, too', async () => {
    server.on(REDEEM, () => ({ msg: 'Confirmation link accepted', code: '200' }))
    opens('email_change', { as: FOUNDER })
    await press(await continueAs())
    await expectSuccess(
      'Now open the link in the email to the other address: then your email is changed.',
      'One of two',
    )
    await expectAddress('/')
  })

  test('says that it is changed', async () => {
    opens('email_change', { as: FOUNDER, to: '/' })
    await press(await continueAs())
    await expectSuccess('Your email is changed.', 'Success!')
    await expectAddress('/')
  })
})

test.each([
  { path: '/auth', type: '', title: 'Sign in failed' },
  { path: '/auth', type: '&type=recovery', title: 'Sign in failed' },
  { path: '/', type: '&type=magiclink', title: 'Error' },
])('tokens in the URL of $path do not replace the session$type', async ({ path, type, title }) => {
  const { access_token, refresh_token } = sessionOf(ADMIN)
  const tokens = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' })
  renderApp(`${path}#${tokens.toString()}${type}`, FOUNDER)
  await expectFailure('This sign-in was not started here, or took too long. Please start again.', title)
  expect(location.hash).toBe('')
  expect(stored()).toContain(FOUNDER.id)
  expect(stored()).not.toContain(ADMIN.id)
})
