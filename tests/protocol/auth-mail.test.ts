import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '../../server/mail/mail.ts'
import type { Database } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

const PASSWORD = 'correct horse'
const newEmail = () => `founder-${randomUUID().slice(0, 8)}@example.com`

describe.each(engines)('mailed links and codes on %s', (engine) => {
  let database: Database
  /** Signs up at once. */
  let open: AuthServer
  /** Confirms addresses first. */
  let careful: AuthServer

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    open = await startAuthServer(database)
    careful = await startAuthServer(database, { confirmsEmail: true, reauthenticates: true })
  }, 60_000)
  afterAll(async () => {
    await Promise.all([open.close(), careful.close()])
    await database.close()
  })

  function lastMail(server: AuthServer, to: string) {
    const message = server.outbox.findLast((mail: Message) => mail.to === to)
    if (!message) throw new Error(`no mail to ${to}`)
    const [link = ''] = /http\S+/.exec(message.text) ?? []
    const [code = ''] = /^\d{6}$/m.exec(message.text) ?? []
    const path = link.replace(/^.*\/auth\/v1/, '')
    return { ...message, link, path, code, hash: new URL(link || 'http://none').searchParams.get('token') ?? '' }
  }
  /** Opens a link as a browser does, without a key. */
  const openLink = async (server: AuthServer, path: string, method = 'GET') => {
    const answer = await server.send(path, { method, key: null })
    const location = new URL(answer.headers.get('location') ?? 'http://none')
    return {
      status: answer.status,
      location,
      fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
    }
  }
  const signUp = (server: AuthServer, email: string, browser = server.browser()) =>
    browser.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: 'http://localhost:3000/' } })

  describe('confirming a sign-up', () => {
    test('nobody signs in before, and the link signs in', async () => {
      const email = newEmail()
      const { data } = await signUp(careful, email)
      expect(data.session).toBeNull()
      expect(data.user).toMatchObject({ email, confirmation_sent_at: expect.any(String) })
      const early = await careful.browser().auth.signInWithPassword({ email, password: PASSWORD })
      expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
      const wrong = await careful.browser().auth.signInWithPassword({ email, password: 'wrong horse' })
      expect(wrong.error?.code).toBe('invalid_credentials')

      const { path } = lastMail(careful, email)
      expect((await openLink(careful, path, 'HEAD')).status).toBe(200)
      const { status, location, fragment } = await openLink(careful, path)
      expect([status, location.origin]).toEqual([303, 'http://localhost:3000'])
      expect(fragment).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })
      const browser = careful.browser()
      const { access_token = '', refresh_token = '' } = fragment
      const { data: session } = await browser.auth.setSession({ access_token, refresh_token })
      expect(session.user).toMatchObject({ email, user_metadata: { email_verified: true } })
      expect(session.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
      expect((await careful.browser().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    })

    test('a link works once, for an hour', async () => {
      const email = newEmail()
      await signUp(careful, email)
      const { path } = lastMail(careful, email)
      const late = await startAuthServer(database, { confirmsEmail: true })
      late.advance(3601)
      const expired = {
        error: 'access_denied',
        error_code: 'otp_expired',
        error_description: 'Email link is invalid or has expired',
      }
      expect((await openLink(late, path)).fragment).toMatchObject(expired)
      expect((await openLink(careful, path)).fragment).toHaveProperty('access_token')
      expect((await openLink(careful, path)).fragment).toMatchObject(expired)
      await late.close()
    })

    test('the six-digit code does as well, and a wrong one does not', async () => {
      const email = newEmail()
      await signUp(careful, email)
      const { code } = lastMail(careful, email)
      const browser = careful.browser()
      const wrong = await browser.auth.verifyOtp({
        email,
        token: code === '000000' ? '111111' : '000000',
        type: 'email',
      })
      expect(wrong.error).toMatchObject({
        status: 403,
        code: 'otp_expired',
        message: 'Token has expired or is invalid',
      })
      const { data, error } = await browser.auth.verifyOtp({ email, token: code, type: 'email' })
      expect(error).toBeNull()
      expect(data.session?.user.email).toBe(email)
    })

    test('a known address answers a user without identities, and gets no mail', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      const { data, error } = await signUp(careful, email)
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, identities: [], role: '' })
      expect(careful.outbox.some(({ to }) => to === email)).toBe(false)
    })

    test('asking twice keeps the first password and repeats the mail', async () => {
      const email = newEmail()
      await signUp(careful, email)
      await careful.browser().auth.signUp({ email, password: 'another horse' })
      expect(careful.outbox.filter(({ to }) => to === email)).toHaveLength(2)
      await careful.browser().auth.resend({ type: 'signup', email })
      expect(careful.outbox.filter(({ to }) => to === email)).toHaveLength(3)
      await openLink(careful, lastMail(careful, email).path)
      const { error } = await careful.browser().auth.signInWithPassword({ email, password: 'another horse' })
      expect(error?.code).toBe('invalid_credentials')
    })

    test('one mail a minute, whether or not the address is known', async () => {
      const strict = await startAuthServer(database, { confirmsEmail: true, rateLimitFactor: 1 })
      const known = newEmail()
      await open.browser().auth.signUp({ email: known, password: PASSWORD })
      for (const email of [known, newEmail()]) {
        expect((await strict.browser().auth.resetPasswordForEmail(email)).error).toBeNull()
        const { error } = await strict.browser().auth.resetPasswordForEmail(email)
        expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
        expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
      }
      await strict.close()
    })
  })

  describe('recovering', () => {
    test('an unknown address gets the same answer and no mail', async () => {
      const email = newEmail()
      const answer = await open.send('/recover', { json: { email } })
      expect([answer.status, await answer.json()]).toEqual([200, {}])
      expect(open.outbox.some(({ to }) => to === email)).toBe(false)
    })

    test('the link signs in, so that a new password can be chosen', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      await open.browser().auth.resetPasswordForEmail(email, { redirectTo: 'http://localhost:3000/reset?from=mail' })
      const { path, text } = lastMail(open, email)
      expect(text).not.toContain(PASSWORD)
      const { location, fragment } = await openLink(open, path)
      expect(location.href).toMatch(/^http:\/\/localhost:3000\/reset\?from=mail#/)
      expect(fragment).toMatchObject({ type: 'recovery' })
      const browser = open.browser()
      const { access_token = '', refresh_token = '' } = fragment
      await browser.auth.setSession({ access_token, refresh_token })
      expect((await browser.auth.updateUser({ password: 'another horse' })).error).toBeNull()
      expect((await open.browser().auth.signInWithPassword({ email, password: 'another horse' })).error).toBeNull()
    })

    test.each([
      'https://evil.example/',
      'http://localhost:3001/',
      'https://localhost:3000/',
      'http://localhost:3000@evil.example/',
      'javascript:alert(1)',
      '//evil.example',
    ])('a link never leads to %s', async (redirectTo) => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      await open.browser().auth.resetPasswordForEmail(email, { redirectTo })
      const { link, path } = lastMail(open, email)
      expect(new URL(link).searchParams.get('redirect_to')).toBe('http://localhost:3000')
      const bent = path.replace(/redirect_to=[^&]*/, `redirect_to=${encodeURIComponent(redirectTo)}`)
      expect((await openLink(open, bent)).location.origin).toBe('http://localhost:3000')
    })

    test('a new password ends the links that wait', async () => {
      const email = newEmail()
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      await open.browser().auth.resetPasswordForEmail(email)
      await browser.auth.updateUser({ password: 'another horse' })
      expect((await openLink(open, lastMail(open, email).path)).fragment).toMatchObject({ error_code: 'otp_expired' })
    })
  })

  describe('signing in by mail', () => {
    test('makes the account, unless told not to', async () => {
      const email = newEmail()
      const refused = await open.browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
      expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' })
      const browser = open.browser()
      expect((await browser.auth.signInWithOtp({ email })).error).toBeNull()
      const { data } = await browser.auth.verifyOtp({ token_hash: lastMail(open, email).hash, type: 'magiclink' })
      expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } })
    })

    test('in the PKCE flow the link brings a code that only the asking browser can use, once', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      const browser = open.browser({ flowType: 'pkce' })
      await browser.auth.signInWithOtp({ email })
      const { path, hash } = lastMail(open, email)
      expect(hash).toMatch(/^pkce_/)
      const code = (await openLink(open, path)).location.searchParams.get('code') ?? ''
      const { data, error } = await browser.auth.exchangeCodeForSession(code)
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
      const json = { auth_code: code, code_verifier: 'x'.repeat(64) }
      const repeated = await open.send('/token?grant_type=pkce', { json })
      expect([repeated.status, ((await repeated.json()) as { code: string }).code]).toEqual([
        404,
        'flow_state_not_found',
      ])
    })

    test('in the PKCE flow a stranger with the code gets nothing', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      await open.browser({ flowType: 'pkce' }).auth.resetPasswordForEmail(email)
      const code = (await openLink(open, lastMail(open, email).path)).location.searchParams.get('code') ?? ''
      const json = { auth_code: code, code_verifier: 'x'.repeat(64) }
      const stolen = await open.send('/token?grant_type=pkce', { json })
      expect([stolen.status, ((await stolen.json()) as { code: string }).code]).toEqual([400, 'bad_code_verifier'])
    })

    test('a failed link of the PKCE flow tells so in query and fragment', async () => {
      const { location, fragment } = await openLink(open, '/verify?token=pkce_nonsense&type=signup')
      expect(location.searchParams.get('error_code')).toBe('otp_expired')
      expect(fragment).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
    })
  })

  describe('changing the address', () => {
    test('needs both mailboxes', async () => {
      const [email, next] = [newEmail(), newEmail()]
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      const { data } = await browser.auth.updateUser({ email: next })
      expect(data.user).toMatchObject({ email, new_email: next })
      const first = await openLink(open, lastMail(open, next).path)
      expect(first.fragment.message).toContain('Please proceed to confirm link sent to the other email')
      expect((await browser.auth.getUser()).data.user?.email).toBe(email)
      const second = await openLink(open, lastMail(open, email).path)
      expect(second.fragment).toHaveProperty('access_token')
      const changed = (await browser.auth.getUser()).data.user
      expect(changed).toMatchObject({ email: next, user_metadata: { email: next } })
      expect(changed?.identities?.[0]?.identity_data).toMatchObject({ email: next })
      expect(changed).not.toHaveProperty('new_email')
      expect((await open.browser().auth.signInWithPassword({ email: next, password: PASSWORD })).error).toBeNull()
    })

    test('one mailbox twice is not two', async () => {
      const [email, next] = [newEmail(), newEmail()]
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      await browser.auth.updateUser({ email: next })
      const { path } = lastMail(open, next)
      await openLink(open, path)
      expect((await openLink(open, path)).fragment).toMatchObject({ error_code: 'otp_expired' })
      expect((await browser.auth.getUser()).data.user?.email).toBe(email)
    })

    test('fails when somebody took the address meanwhile', async () => {
      const [email, next] = [newEmail(), newEmail()]
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      await browser.auth.updateUser({ email: next })
      await open.browser().auth.signUp({ email: next, password: PASSWORD })
      await openLink(open, lastMail(open, next).path)
      expect((await openLink(open, lastMail(open, email).path)).fragment).toMatchObject({ error_code: 'email_exists' })
      expect((await browser.auth.getUser()).data.user?.email).toBe(email)
    })
  })

  test('an old session changes the password only with a mailed code, where the operator says so', async () => {
    const node = await startAuthServer(database, { reauthenticates: true })
    const email = newEmail()
    const browser = node.browser()
    await browser.auth.signUp({ email, password: PASSWORD })
    expect((await browser.auth.updateUser({ password: 'second horse' })).error).toBeNull()
    node.advance(25 * 3600)
    await browser.auth.refreshSession()
    const { error } = await browser.auth.updateUser({ password: 'third horse' })
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    await browser.auth.reauthenticate()
    const { code } = lastMail(node, email)
    const wrong = await browser.auth.updateUser({ password: 'third horse', nonce: code === '1' ? '2' : '1' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect((await browser.auth.updateUser({ password: 'third horse', nonce: code })).error).toBeNull()
    await node.close()
  })

  test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
    'an admin gets a link of type %s that signs in',
    async (type) => {
      const email = newEmail()
      if (type === 'magiclink' || type === 'recovery') await open.browser().auth.signUp({ email, password: PASSWORD })
      const { data, error } = await open.admin().auth.admin.generateLink({ type, email, password: PASSWORD })
      expect(error).toBeNull()
      expect(data.properties).toMatchObject({ verification_type: type, redirect_to: 'http://localhost:3000' })
      expect(data.user?.email).toBe(email)
      const { fragment } = await openLink(open, (data.properties?.action_link ?? '').replace(/^.*\/auth\/v1/, ''))
      expect(fragment).toMatchObject({ type })
      expect(fragment).toHaveProperty('access_token')
    },
  )

  describe('an invitation', () => {
    const invite = (email: string, data?: object) =>
      open.admin().auth.admin.inviteUserByEmail(email, { ...(data && { data }), redirectTo: 'http://localhost:3000/' })

    test('makes an account, and its link signs in to it', async () => {
      const email = newEmail()
      const { data, error } = await invite(email, { first_name: 'Ana' })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { first_name: 'Ana' } })
      const { path, subject } = lastMail(open, email)
      expect(subject).toBe('You are invited – Upswing')
      const { fragment, location } = await openLink(open, path)
      expect(fragment).toMatchObject({ type: 'invite', access_token: expect.any(String) })
      expect(location.pathname).toBe('/')
      const browser = open.browser()
      const session = { access_token: fragment['access_token'] ?? '', refresh_token: fragment['refresh_token'] ?? '' }
      await browser.auth.setSession(session)
      expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull()
      expect((await open.browser().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    })

    test('may be repeated until it was accepted, and is refused afterwards', async () => {
      const email = newEmail()
      await invite(email)
      const first = lastMail(open, email).path
      expect((await invite(email)).error).toBeNull()
      expect((await openLink(open, first)).fragment).toMatchObject({ error_code: 'otp_expired' })
      expect((await openLink(open, lastMail(open, email).path)).fragment).toHaveProperty('access_token')
      expect((await invite(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
    })

    test('takes the secret key, and an address that is one', async () => {
      expect((await open.browser().auth.admin.inviteUserByEmail(newEmail())).error).toMatchObject({ code: 'not_admin' })
      expect((await invite('nobody')).error).toMatchObject({ status: 400, code: 'validation_failed' })
    })
  })

  test.each(['', 'sms', 'constructor'])('%j is no type of code', async (type) => {
    const answer = await open.send('/verify', { json: { type, token_hash: 'abc' } })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'validation_failed'])
  })

  test('thirty guesses at the code of one address are enough, from wherever', async () => {
    const strict = await startAuthServer(database, { confirmsEmail: true, rateLimitFactor: 1 })
    const email = newEmail()
    await signUp(careful, email)
    for (let tries = 0; tries < 30; tries += 1) {
      await database.query(`delete from server.rate_limits where key like 'verify:%'`)
      await strict.send('/verify', { json: { type: 'email', email, token: 'wrong!' } })
    }
    const { code, path } = lastMail(careful, email)
    await database.query(`delete from server.rate_limits where key like 'verify:%'`)
    const answer = await strict.send('/verify', { json: { type: 'email', email, token: code } })
    expect(answer.status).toBe(429)
    expect((await openLink(strict, path)).fragment).toHaveProperty('access_token')
    await strict.close()
  })
})
