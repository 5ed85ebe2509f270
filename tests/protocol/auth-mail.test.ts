import { randomUUID } from 'node:crypto'
import type { EmailOtpType } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '../../server/mail/mail.ts'
import type { Database } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

const PASSWORD = 'correct horse'
const newEmail = () => `founder-${randomUUID().slice(0, 8)}@example.com`

describe.each(engines)('mailed links and codes on %s', (engine) => {
  let database: Database
  /** Signs up without confirmation. */
  let open: AuthServer
  /** Requires addresses to be confirmed. */
  let confirming: AuthServer

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    open = await startAuthServer(database)
    confirming = await startAuthServer(database, { confirmsEmail: true })
  }, 60_000)
  afterAll(async () => {
    await Promise.all([open.close(), confirming.close()])
    await database.close()
  })

  function lastMail(server: AuthServer, to: string) {
    const message = server.outbox.findLast((mail: Message) => mail.to === to)
    if (!message) throw new Error(`no mail to ${to}`)
    const [link = ''] = /http\S+/.exec(message.text) ?? []
    const [code = ''] = /^\d{6}$/m.exec(message.text) ?? []
    const path = link.replace(/^.*\/auth\/v1/, '')
    const { hash: fragment, searchParams } = new URL(link || 'http://none')
    const given = new URLSearchParams(fragment.slice(1))
    return {
      ...message,
      link,
      path,
      code,
      hash: given.get('token_hash') ?? searchParams.get('token') ?? '',
      type: given.get('type') ?? searchParams.get('type') ?? '',
      redirectTo: given.get('redirect_to') ?? searchParams.get('redirect_to'),
    }
  }
  /** Redeems a link in a new browser, as the page does when its button is pressed. */
  const redeem = async (server: AuthServer, { hash, type }: { hash: string; type: EmailOtpType }) => {
    const browser = server.browser()
    return { browser, ...(await browser.auth.verifyOtp({ token_hash: hash, type })) }
  }
  /** Opens a URL of the API as a browser does, without an API key. */
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
    test('rejects sign-in before the sign-up is confirmed with 400 email_not_confirmed, and the confirmation link signs in', async () => {
      const email = newEmail()
      const { data } = await signUp(confirming, email)
      expect(data.session).toBeNull()
      expect(data.user).toMatchObject({ email, confirmation_sent_at: expect.any(String) })
      const early = await confirming.browser().auth.signInWithPassword({ email, password: PASSWORD })
      expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
      const wrong = await confirming.browser().auth.signInWithPassword({ email, password: 'wrong horse' })
      expect(wrong.error?.code).toBe('invalid_credentials')

      const mail = lastMail(confirming, email)
      expect(mail.link).toMatch(/^http:\/\/localhost:3000\/auth#token_hash=[0-9a-f]{56}&type=signup&redirect_to=/)
      const { data: session } = await redeem(confirming, mail)
      expect(session.user).toMatchObject({ email, user_metadata: { email_verified: true } })
      expect(session.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
      expect((await confirming.browser().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    })

    test('a confirmation link works once, within an hour', async () => {
      const email = newEmail()
      await signUp(confirming, email)
      const mail = lastMail(confirming, email)
      const late = await startAuthServer(database, { confirmsEmail: true })
      late.advance(3601)
      const expired = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' }
      expect((await redeem(late, mail)).error).toMatchObject(expired)
      expect((await redeem(confirming, mail)).error).toBeNull()
      expect((await redeem(confirming, mail)).error).toMatchObject(expired)
      await late.close()
    })

    test('opening a mailed link does not redeem it: the page shows the masked address and waits for confirmation', async () => {
      const email = newEmail()
      await signUp(confirming, email)
      const { hash, type } = lastMail(confirming, email)
      const query = new URLSearchParams({ token: hash, type, redirect_to: 'http://localhost:3000/brain' }).toString()
      for (const method of ['HEAD', 'GET', 'GET']) await openLink(confirming, `/verify?${query}`, method)
      const { status, location, fragment } = await openLink(confirming, `/verify?${query}`)
      expect([status, location.origin + location.pathname]).toEqual([303, 'http://localhost:3000/auth'])
      expect(fragment).toEqual({ token_hash: hash, type, redirect_to: 'http://localhost:3000/brain' })
      const preview = async (json: object) => {
        const answer = await confirming.send('/verify/preview', { json })
        return [answer.status, await answer.json()]
      }
      const shown = [200, { type, email: `f***@example.com` }]
      expect(await preview({ type, token_hash: hash })).toEqual(shown)
      expect(await preview({ type, token_hash: hash })).toEqual(shown)
      expect(await preview({ type: 'recovery', token_hash: hash })).toMatchObject([403, { code: 'otp_expired' }])
      expect((await redeem(confirming, { hash, type })).error).toBeNull()
      expect(await preview({ type, token_hash: hash })).toMatchObject([403, { code: 'otp_expired' }])
    })

    test('the six-digit code of the mail signs in, and a wrong one is rejected with 403 otp_expired', async () => {
      const email = newEmail()
      await signUp(confirming, email)
      const { code } = lastMail(confirming, email)
      const browser = confirming.browser()
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

    test('signing up a known address returns a user without identities and sends no mail', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      const { data, error } = await signUp(confirming, email)
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, identities: [], role: '' })
      expect(confirming.outbox.some(({ to }) => to === email)).toBe(false)
    })

    test('signing up twice keeps the first password and sends the mail again', async () => {
      const email = newEmail()
      await signUp(confirming, email)
      await confirming.browser().auth.signUp({ email, password: 'another horse' })
      expect(confirming.outbox.filter(({ to }) => to === email)).toHaveLength(2)
      await confirming.browser().auth.resend({ type: 'signup', email })
      expect(confirming.outbox.filter(({ to }) => to === email)).toHaveLength(3)
      await redeem(confirming, lastMail(confirming, email))
      const { error } = await confirming.browser().auth.signInWithPassword({ email, password: 'another horse' })
      expect(error?.code).toBe('invalid_credentials')
    })

    test('limits an address to one mail a minute, whether or not it is known', async () => {
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

  describe('password recovery', () => {
    test('recovery of an unknown address gets the same response and sends no mail', async () => {
      const email = newEmail()
      const answer = await open.send('/recover', { json: { email } })
      expect([answer.status, await answer.json()]).toEqual([200, {}])
      expect(open.outbox.some(({ to }) => to === email)).toBe(false)
    })

    test('a recovery link signs in, so that the user can set a new password', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      await open.browser().auth.resetPasswordForEmail(email, { redirectTo: 'http://localhost:3000/reset?from=mail' })
      const mail = lastMail(open, email)
      expect(mail.text).not.toContain(PASSWORD)
      expect(mail).toMatchObject({ type: 'recovery', redirectTo: 'http://localhost:3000/reset?from=mail' })
      const { browser } = await redeem(open, mail)
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
    ])('a mailed link does not redirect to %s', async (redirectTo) => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      await open.browser().auth.resetPasswordForEmail(email, { redirectTo })
      const { hash, type, redirectTo: target } = lastMail(open, email)
      expect(target).toBe('http://localhost:3000')
      const query = new URLSearchParams({ token: hash, type, redirect_to: redirectTo })
      const { location, fragment } = await openLink(open, `/verify?${query.toString()}`)
      expect([location.origin, fragment['redirect_to']]).toEqual(['http://localhost:3000', 'http://localhost:3000'])
    })

    test('a new password revokes recovery links that were sent before', async () => {
      const email = newEmail()
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      await open.browser().auth.resetPasswordForEmail(email)
      await browser.auth.updateUser({ password: 'another horse' })
      expect((await redeem(open, lastMail(open, email))).error).toMatchObject({ code: 'otp_expired' })
    })
  })

  describe('signing in by mail', () => {
    test.each([undefined, true, false])(
      'a sign-in by mail creates no account with shouldCreateUser %s',
      async (create) => {
        const email = newEmail()
        const options = create === undefined ? {} : { shouldCreateUser: create }
        const { error } = await open.browser().auth.signInWithOtp({ email, options })
        expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
        expect(open.outbox.some(({ to }) => to === email)).toBe(false)
        expect((await signUp(open, email)).error).toBeNull()
      },
    )

    test('a sign-in by mail opens a session', async () => {
      const email = newEmail()
      await signUp(open, email)
      const browser = open.browser()
      expect((await browser.auth.signInWithOtp({ email })).error).toBeNull()
      const { data } = await browser.auth.verifyOtp({ token_hash: lastMail(open, email).hash, type: 'magiclink' })
      expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } })
    })

    test('in the PKCE flow the link returns a code for the requesting browser only, once', async () => {
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

    test('in the PKCE flow a recovery revokes other links when its code is exchanged, not when a mail scanner opens it', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      const change = { type: 'email_change_current', email, newEmail: newEmail() } as const
      const other = (await open.admin().auth.admin.generateLink(change)).data.properties?.hashed_token
      const preview = async () =>
        (await open.send('/verify/preview', { json: { type: 'email_change', token_hash: other } })).status
      const browser = open.browser({ flowType: 'pkce' })
      await browser.auth.resetPasswordForEmail(email)
      const code = (await openLink(open, lastMail(open, email).path)).location.searchParams.get('code') ?? ''
      expect(await preview()).toBe(200)
      expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull()
      expect(await preview()).toBe(403)
    })

    test('in the PKCE flow a mail scanner that opens the link confirms no sign-up; the exchange of its code does', async () => {
      const email = newEmail()
      const browser = confirming.browser({ flowType: 'pkce' })
      await browser.auth.signUp({ email, password: PASSWORD })
      const code = (await openLink(confirming, lastMail(confirming, email).path)).location.searchParams.get('code')
      const signsIn = async () =>
        (await confirming.browser().auth.signInWithPassword({ email, password: PASSWORD })).error?.code
      expect(await signsIn()).toBe('email_not_confirmed')
      expect((await browser.auth.exchangeCodeForSession(code ?? '')).data.user?.email_confirmed_at).toBeTruthy()
      expect(await signsIn()).toBeUndefined()
    })

    test('in the PKCE flow rejects a code with another verifier with 400 bad_code_verifier', async () => {
      const email = newEmail()
      await open.browser().auth.signUp({ email, password: PASSWORD })
      await open.browser({ flowType: 'pkce' }).auth.resetPasswordForEmail(email)
      const code = (await openLink(open, lastMail(open, email).path)).location.searchParams.get('code') ?? ''
      const json = { auth_code: code, code_verifier: 'x'.repeat(64) }
      const stolen = await open.send('/token?grant_type=pkce', { json })
      expect([stolen.status, ((await stolen.json()) as { code: string }).code]).toEqual([400, 'bad_code_verifier'])
    })

    test('a failed PKCE link has the error in query and fragment', async () => {
      const { location, fragment } = await openLink(open, '/verify?token=pkce_nonsense&type=signup')
      expect(location.searchParams.get('error_code')).toBe('otp_expired')
      expect(fragment).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' })
    })
  })

  describe('changing the email address', () => {
    test('changing the email address requires the links of both mailboxes', async () => {
      const [email, next] = [newEmail(), newEmail()]
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      const { data } = await browser.auth.updateUser({ email: next })
      expect(data.user).toMatchObject({ email, new_email: next })
      const first = await open.send('/verify', {
        json: { type: 'email_change', token_hash: lastMail(open, next).hash },
      })
      expect(await first.json()).toMatchObject({ msg: expect.stringContaining('link sent to the other email') })
      expect((await browser.auth.getUser()).data.user?.email).toBe(email)
      expect((await redeem(open, lastMail(open, email))).data.session).not.toBeNull()
      const changed = (await browser.auth.getUser()).data.user
      expect(changed).toMatchObject({ email: next, user_metadata: { email: next } })
      expect(changed?.identities?.[0]?.identity_data).toMatchObject({ email: next })
      expect(changed).not.toHaveProperty('new_email')
      expect((await open.browser().auth.signInWithPassword({ email: next, password: PASSWORD })).error).toBeNull()
    })

    test('in the PKCE flow a mail scanner that opens both links changes no address', async () => {
      const [email, next] = [newEmail(), newEmail()]
      const browser = open.browser({ flowType: 'pkce' })
      await browser.auth.signUp({ email, password: PASSWORD })
      await browser.auth.updateUser({ email: next })
      const mails = [lastMail(open, next), lastMail(open, email)]
      for (const { hash } of mails) await openLink(open, `/verify?token=${hash}&type=email_change`)
      expect((await browser.auth.getUser()).data.user?.email).toBe(email)
      for (const mail of mails) expect((await redeem(open, mail)).error).toBeNull()
      expect((await browser.auth.getUser()).data.user?.email).toBe(next)
    })

    test('redeeming the link of one mailbox twice does not change the email address', async () => {
      const [email, next] = [newEmail(), newEmail()]
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      await browser.auth.updateUser({ email: next })
      const mail = lastMail(open, next)
      await redeem(open, mail)
      expect((await redeem(open, mail)).error).toMatchObject({ code: 'otp_expired' })
      expect((await browser.auth.getUser()).data.user?.email).toBe(email)
    })

    test('rejects changing to an address that another account has taken meanwhile with email_exists', async () => {
      const [email, next] = [newEmail(), newEmail()]
      const browser = open.browser()
      await browser.auth.signUp({ email, password: PASSWORD })
      await browser.auth.updateUser({ email: next })
      await open.browser().auth.signUp({ email: next, password: PASSWORD })
      await redeem(open, lastMail(open, next))
      expect((await redeem(open, lastMail(open, email))).error).toMatchObject({ code: 'email_exists' })
      expect((await browser.auth.getUser()).data.user?.email).toBe(email)
    })
  })

  test('a session whose proof is old changes the password with a mailed code', async () => {
    const node = await startAuthServer(database)
    const email = newEmail()
    const browser = node.browser()
    await browser.auth.signUp({ email, password: PASSWORD })
    expect((await browser.auth.updateUser({ password: 'second horse' })).error).toBeNull()
    node.advance(3600)
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
      expect(fragment).toMatchObject({ type, token_hash: data.properties?.hashed_token })
      const { data: redeemed } = await redeem(open, { hash: data.properties?.hashed_token ?? '', type })
      expect(redeemed.user?.email).toBe(email)
    },
  )

  describe('invitations', () => {
    const invite = (email: string, data?: object) =>
      open.admin().auth.admin.inviteUserByEmail(email, { ...(data && { data }), redirectTo: 'http://localhost:3000/' })

    test('an invitation creates an account, and its link signs in to it', async () => {
      const email = newEmail()
      const { data, error } = await invite(email, { first_name: 'Ana' })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { first_name: 'Ana' } })
      const mail = lastMail(open, email)
      expect(mail).toMatchObject({
        subject: 'You are invited – Upswing',
        type: 'invite',
        redirectTo: 'http://localhost:3000/',
      })
      const { browser } = await redeem(open, mail)
      expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull()
      expect((await open.browser().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    })

    test('an invitation can be sent again until it is accepted, then is rejected with 422 email_exists', async () => {
      const email = newEmail()
      await invite(email)
      const first = lastMail(open, email)
      expect((await invite(email)).error).toBeNull()
      expect((await redeem(open, first)).error).toMatchObject({ code: 'otp_expired' })
      expect((await redeem(open, lastMail(open, email))).error).toBeNull()
      expect((await invite(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
    })

    test('an invitation requires the secret key and a valid address', async () => {
      expect((await open.browser().auth.admin.inviteUserByEmail(newEmail())).error).toMatchObject({ code: 'not_admin' })
      expect((await invite('not an address')).error).toMatchObject({ status: 400, code: 'validation_failed' })
    })
  })

  test.each(['', 'sms', 'constructor'])(
    'rejects the one-time token type %j with 400 validation_failed',
    async (type) => {
      const answer = await open.send('/verify', { json: { type, token_hash: 'abc' } })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'validation_failed'])
    },
  )

  describe('guessing a mailed code', () => {
    const anywhere = () => ({ 'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}` })
    const guess = async (server: AuthServer, email: string, token: string) =>
      (await server.send('/verify', { json: { type: 'email', email, token }, headers: anywhere() })).status

    test('five wrong guesses from any network revoke a mailed code; the link in the same mail still works', async () => {
      const strict = await startAuthServer(database, { confirmsEmail: true, rateLimitFactor: 1 })
      const email = newEmail()
      await signUp(confirming, email)
      const mail = lastMail(confirming, email)
      for (let tries = 0; tries < 5; tries += 1) expect(await guess(strict, email, 'wrong!')).toBe(403)
      expect(await guess(strict, email, mail.code)).toBe(429)
      expect((await redeem(strict, mail)).error).toBeNull()
      await strict.close()
    })

    test('counts a guess for its address, however the text is split between address and code', async () => {
      const strict = await startAuthServer(database, { confirmsEmail: true, rateLimitFactor: 1 })
      const email = newEmail()
      await signUp(confirming, email)
      const { code } = lastMail(confirming, email)
      for (let kept = 0; kept < 6; kept += 1) {
        const cut = await guess(strict, `${email}${code.slice(0, 6 - kept)}`, code.slice(6 - kept) || 'x')
        expect([400, 403]).toContain(cut)
      }
      expect(await guess(strict, `${email}\n${code.slice(0, 3)}`, code.slice(3))).toBe(400)
      expect(await guess(strict, email, code)).toBe(200)
      await strict.close()
    })

    test('accepts the right mailed code as the fifth guess', async () => {
      const strict = await startAuthServer(database, { confirmsEmail: true, rateLimitFactor: 1 })
      const email = newEmail()
      await signUp(confirming, email)
      for (let tries = 0; tries < 4; tries += 1) await guess(strict, email, 'wrong!')
      expect(await guess(strict, email, lastMail(confirming, email).code)).toBe(200)
      await strict.close()
    })

    test('a correct mailed code resets the guess counter of its address', async () => {
      const strict = await startAuthServer(database, { confirmsEmail: true, rateLimitFactor: 1 })
      const email = newEmail()
      for (let tries = 0; tries < 18; tries += 1) await guess(strict, email, 'wrong!')
      await signUp(confirming, email)
      expect(await guess(strict, email, lastMail(confirming, email).code)).toBe(200)
      for (let tries = 0; tries < 20; tries += 1) expect(await guess(strict, email, 'wrong!')).toBe(403)
      expect(await guess(strict, email, 'wrong!')).toBe(429)
      await strict.close()
    })

    test('after twenty wrong guesses at the codes of an address, each further guess waits longer', async () => {
      const strict = await startAuthServer(database, { confirmsEmail: true, rateLimitFactor: 1 })
      const email = newEmail()
      for (let tries = 0; tries < 20; tries += 1) expect(await guess(strict, email, 'wrong!')).toBe(403)
      expect(await guess(strict, email, 'wrong!')).toBe(429)
      strict.advance(60)
      expect(await guess(strict, email, 'wrong!')).toBe(403)
      strict.advance(60)
      expect(await guess(strict, email, 'wrong!')).toBe(429)
      strict.advance(60)
      expect(await guess(strict, email, 'wrong!')).toBe(403)
      await strict.close()
    })
  })
})
