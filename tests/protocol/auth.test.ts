import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

const PASSWORD = 'correct horse'
const newEmail = () => `founder-${randomUUID().slice(0, 8)}@example.com`

describe.each(engines)('accounts on %s', (engine) => {
  let database: Database
  let server: AuthServer

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    server = await startAuthServer(database)
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  async function founder(email = newEmail(), at = server) {
    const client = at.browser()
    const { data, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'Ana', last_name: 'Silva' } },
    })
    if (error || !data.session || !data.user) throw error ?? new Error('no session')
    return { client, email, session: data.session, user: data.user }
  }
  const again = async (email: string) => {
    const client = server.browser()
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    if (error) throw error
    return { client, session: data.session }
  }
  const refresh = (refresh_token: string) => server.send('/token?grant_type=refresh_token', { json: { refresh_token } })

  describe('signing up', () => {
    test('a sign-up returns a session and a user as clients expect them, and creates a profile', async () => {
      const { session, user, email } = await founder()
      expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
      expect(session.expires_at).toBeGreaterThan(Date.now() / 1000 + 3590)
      expect(user).toMatchObject({
        aud: 'authenticated',
        role: 'authenticated',
        email,
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { first_name: 'Ana', last_name: 'Silva', email, email_verified: true, sub: user.id },
        is_anonymous: false,
      })
      expect(user.identities?.[0]).toMatchObject({ provider: 'email', id: user.id, user_id: user.id, email })
      expect(user).not.toHaveProperty('factors')
      const profiles = await database.transaction(async ({ query }) => {
        // The server's own login may not read products' tables; PGlite's session may.
        if (engine === 'postgres') return undefined
        return query('select first_name, last_name from public.profiles where id = $1', [user.id])
      })
      if (profiles) expect(profiles).toEqual([{ first_name: 'Ana', last_name: 'Silva' }])
    })

    test('rejects a second sign-up of an address, in any case, with 422 user_already_exists', async () => {
      const { email } = await founder()
      const { error } = await server.browser().auth.signUp({ email: email.toUpperCase(), password: PASSWORD })
      expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
    })

    test('ten concurrent sign-ups of one address create one account', async () => {
      const json = { email: newEmail(), password: PASSWORD }
      const answers = await Promise.all(Array.from({ length: 10 }, () => server.send('/signup', { json })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)])
    })

    test('a sign-up whose profile cannot be created gets 422 and stores nothing', async () => {
      const email = newEmail()
      const json = { email, password: PASSWORD, data: { first_name: 'x'.repeat(101) } }
      const answer = await server.send('/signup', { json })
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({
        code: 'validation_failed',
        message: 'A first name has at most 100 characters',
      })
      expect(await database.query('select from auth.users where email = $1', [email])).toEqual([])
      expect(await database.query(`select from auth.identities where email = $1`, [email])).toEqual([])
    })

    test.each([
      [
        { email: 'a@example.com', password: '12345' },
        422,
        'weak_password',
        'Password should be at least 6 characters.',
      ],
      [
        { email: 'a@example.com', password: 'x'.repeat(73) },
        400,
        'validation_failed',
        'Password cannot be longer than 72 characters',
      ],
      [{ email: 'a@example.com' }, 400, 'validation_failed', 'Signup requires a valid password'],
      [
        { email: 'not an address', password: PASSWORD },
        400,
        'validation_failed',
        'Unable to validate email address: invalid format',
      ],
      [{}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
      [
        { email: 7, password: PASSWORD },
        400,
        'bad_json',
        expect.stringContaining('Could not parse request body as JSON'),
      ],
      [
        { email: newEmail(), password: PASSWORD, data: { first_name: 'a\u0000b' } },
        400,
        'bad_json',
        expect.stringContaining('it holds a text that is not valid'),
      ],
    ])('rejects the sign-up %j with %i %s', async (json, status, code, message) => {
      const answer = await server.send('/signup', { json })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
      expect(answer.headers.get('x-sb-error-code')).toBe(code)
      expect(await answer.json()).toMatchObject({ code, error_code: code, message, msg: message })
    })

    test.each(['password123', 'QWERTY123', '123456'])(
      'rejects the common password %s at sign-up and at a change with 422 weak_password',
      async (password) => {
        const refused = { status: 422, code: 'weak_password', reasons: ['pwned'] }
        expect((await server.browser().auth.signUp({ email: newEmail(), password })).error).toMatchObject(refused)
        const { client } = await founder()
        expect((await client.auth.updateUser({ password })).error).toMatchObject(refused)
      },
    )

    test('rejects a short password with the reason length', async () => {
      const { error } = await server.browser().auth.signUp({ email: newEmail(), password: '12345' })
      expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'], status: 422 })
    })

    test('sends CORS headers with errors, so that a page of another origin can read them', async () => {
      const answer = await server.send('/signup', { json: {}, headers: { origin: 'http://localhost:3000' } })
      expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
    })
  })

  describe('signing in', () => {
    test('signs in with the right password and the address in any case', async () => {
      const { email, user } = await founder()
      const { session } = await again(email.toUpperCase())
      expect(session.user.id).toBe(user.id)
    })

    test('a wrong password and an unknown address get the same error', async () => {
      const { email } = await founder()
      const wrong = await server.browser().auth.signInWithPassword({ email, password: 'wrong horse' })
      const unknown = await server.browser().auth.signInWithPassword({ email: newEmail(), password: 'wrong horse' })
      for (const { error } of [wrong, unknown]) {
        expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
      }
    })

    test('rejects a password whose first 72 characters are right', async () => {
      const email = newEmail()
      await server.browser().auth.signUp({ email, password: 'x'.repeat(72) })
      const { error } = await server.browser().auth.signInWithPassword({ email, password: 'x'.repeat(73) })
      expect(error?.code).toBe('invalid_credentials')
    })

    test('rejects an unknown grant_type with 400 unsupported_grant_type', async () => {
      const answer = await server.send('/token?grant_type=magic', { json: {} })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'invalid_credentials', msg: 'unsupported_grant_type' })
    })

    test('stores the password as an argon2id hash and does not return it', async () => {
      const { user } = await founder()
      const [row] = await database.query<{ hash: string }>(
        'select encrypted_password as hash from auth.users where id = $1',
        [user.id],
      )
      expect(row?.hash).toMatch(/^\$argon2id\$v=19\$/)
      expect(JSON.stringify(user)).not.toContain('argon2')
    })

    test('audits sign-ins and failed sign-ins, without the address', async () => {
      const { email, user } = await founder()
      await server.browser().auth.signInWithPassword({ email, password: 'wrong horse' })
      const entries = await database.query<{ action: string; actor: string | null }>(
        'select action, actor, subject, details::text from server.audit order by id desc limit 2',
      )
      expect(entries).toMatchObject([{ action: 'sign-in-failed' }, { action: 'sign-in', actor: user.id }])
      expect(JSON.stringify(entries)).not.toContain(email)
    })
  })

  describe('access tokens', () => {
    test('the client verifies an access token itself with the published key', async () => {
      const { client, user, session } = await founder()
      const { data, error } = await client.auth.getClaims()
      expect(error).toBeNull()
      expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
      expect(data?.claims).toMatchObject({
        iss: 'http://localhost:3000/auth/v1',
        sub: user.id,
        aud: 'authenticated',
        role: 'authenticated',
        aal: 'aal1',
        amr: [{ method: 'password' }],
        phone: '',
        is_anonymous: false,
        exp: session.expires_at,
      })
    })

    test('an access token identifies its caller to the other parts of the server', async () => {
      const { session, user } = await founder()
      const caller = await server.auth.identify({ keyRole: 'anon', token: session.access_token })
      expect(caller).toMatchObject({ ok: true, value: { role: 'authenticated', userId: user.id } })
      if (caller.ok) expect(JSON.parse(caller.value.claims)).toMatchObject({ sub: user.id, role: 'authenticated' })
    })

    test('an access token expires after an hour, with 30 s of clock skew', async () => {
      const moved = await startAuthServer(database)
      const { session } = await founder(newEmail(), moved)
      const credentials = { keyRole: 'anon', token: session.access_token } as const
      moved.advance(3600 + 25)
      expect(await moved.auth.identify(credentials)).toMatchObject({ ok: true })
      moved.advance(10)
      expect(await moved.auth.identify(credentials)).toMatchObject({ ok: false, failure: { kind: 'expired' } })
      const answer = await moved.send('/user', { bearer: session.access_token })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({
        code: 'bad_jwt',
        message: expect.stringContaining('token is expired'),
      })
      await moved.close()
    })

    test('rejects a forged access token with 403 bad_jwt, and a request without one with 401 no_authorization', async () => {
      const { session } = await founder()
      const [header, payload, signature] = session.access_token.split('.')
      const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString('base64url')
      const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
      const cases: [Parameters<AuthServer['send']>[1], number, string][] = [
        [{ bearer: `${header}.${forged}.${signature}` }, 403, 'bad_jwt'],
        [{ bearer: `${none}.${payload}.` }, 403, 'bad_jwt'],
        [{ bearer: 'nonsense' }, 403, 'bad_jwt'],
        [{ bearer: server.keys.publishableKey }, 403, 'bad_jwt'],
        [{}, 401, 'no_authorization'],
      ]
      for (const [init, status, code] of cases) {
        const answer = await server.send('/user', init)
        expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
      }
    })
  })

  describe('refreshing a session', () => {
    test('a refresh returns a new pair of tokens of the same session', async () => {
      const { client, session } = await founder()
      const { data, error } = await client.auth.refreshSession()
      expect(error).toBeNull()
      expect(data.session?.refresh_token).not.toBe(session.refresh_token)
      expect(data.user?.id).toBe(session.user.id)
    })

    test('ten concurrent refreshes with one token succeed with the same new token', async () => {
      const { session } = await founder()
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refresh_token)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { refresh_token: string }[]
      expect(new Set(bodies.map(({ refresh_token }) => refresh_token)).size).toBe(1)
      const sessions = await database.query('select from auth.sessions where user_id = $1', [session.user.id])
      expect(sessions).toHaveLength(1)
    })

    test(
      'two tabs that refresh at the same moment, two hundred times, stay signed in',
      { timeout: 300_000 },
      async () => {
        const { client, session } = await founder()
        // Two tabs share one storage: both continue with the response that came last.
        let stored = session.refresh_token
        const tab = async () => {
          const answer = await refresh(stored)
          expect(answer.status).toBe(200)
          return (await answer.json()) as { access_token: string; refresh_token: string }
        }
        for (let round = 0; round < 200; round++) {
          const [one, other] = await Promise.all([tab(), tab()])
          stored = (round % 2 ? one : other).refresh_token
        }
        const last = await tab()
        expect((await server.send('/user', { bearer: last.access_token })).status).toBe(200)
        expect((await server.send('/user', { bearer: session.access_token })).status).toBe(200)
        expect((await client.auth.getUser()).data.user?.id).toBe(session.user.id)
      },
    )

    test('a refresh repeated after a lost response returns the live token, an hour later too', async () => {
      const moved = await startAuthServer(database)
      const { session } = await founder(newEmail(), moved)
      const send = () =>
        moved.send('/token?grant_type=refresh_token', { json: { refresh_token: session.refresh_token } })
      const lost = (await (await send()).json()) as { refresh_token: string }
      moved.advance(3600)
      const repeated = (await (await send()).json()) as { refresh_token: string }
      expect(repeated.refresh_token).toBe(lost.refresh_token)
      await moved.close()
    })

    /** A founder on a separate server whose clock the test moves. */
    async function onOwnServer() {
      const moved = await startAuthServer(database)
      const { session, email, client } = await founder(newEmail(), moved)
      const send = async (refresh_token: string) => {
        const answer = await moved.send('/token?grant_type=refresh_token', { json: { refresh_token } })
        const body = (await answer.json()) as { access_token: string; refresh_token: string; code: string }
        return { status: answer.status, body }
      }
      /** Presents an access token, and waits until the server has stored that. */
      const presents = async (bearer: string) => {
        expect((await moved.send('/user', { bearer })).status).toBe(200)
        await vi.waitFor(async () => {
          const [row] = await database.query<{ matches: boolean }>(
            `select p.counter = s.refresh_token_counter as matches
             from auth.sessions s join server.presented_tokens p on p.session_id = s.id where s.user_id = $1`,
            [session.user.id],
          )
          expect(row?.matches).toBe(true)
        })
      }
      const audited = async () => {
        const rows = await database.query<{ action: string }>(
          `select action from server.audit where actor = $1 and action like 'refresh-token-%' order by at, id`,
          [session.user.id],
        )
        return rows.map(({ action }) => action)
      }
      return { moved, client, session, email, send, presents, audited }
    }
    const alreadyUsed = {
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    }
    const isGone = { status: 400, body: { code: 'session_not_found' } }

    test('reusing a grandparent token revokes the session with refresh_token_already_used', async () => {
      const { moved, session, send, audited } = await onOwnServer()
      const child = (await send(session.refresh_token)).body.refresh_token
      moved.advance(11)
      const grandchild = (await send(child)).body.refresh_token
      expect(await send(session.refresh_token)).toMatchObject(alreadyUsed)
      expect(await send(grandchild)).toMatchObject(isGone)
      expect((await moved.send('/user', { bearer: session.access_token })).status).toBe(403)
      expect(await audited()).toEqual(['refresh-token-reused'])
      await moved.close()
    })

    test('a token that was rotated several times within ten seconds returns the live one: other tabs have sent it', async () => {
      const { moved, session, send, presents, audited } = await onOwnServer()
      let live = (await send(session.refresh_token)).body
      for (let refreshes = 0; refreshes < 3; refreshes++) {
        moved.advance(2)
        await presents(live.access_token)
        live = (await send(live.refresh_token)).body
      }
      moved.advance(2)
      expect((await send(session.refresh_token)).body.refresh_token).toBe(live.refresh_token)
      moved.advance(2)
      expect(await send(session.refresh_token)).toMatchObject(alreadyUsed)
      expect(await audited()).toEqual(['refresh-token-repeated', 'refresh-token-reused'])
      await moved.close()
    })

    test('reusing the parent of a token in use revokes the session after the grace period of ten seconds', async () => {
      const { moved, session, send, presents, audited } = await onOwnServer()
      const child = (await send(session.refresh_token)).body
      await presents(child.access_token)
      moved.advance(9)
      expect((await send(session.refresh_token)).body.refresh_token).toBe(child.refresh_token)
      moved.advance(1)
      expect(await send(session.refresh_token)).toMatchObject(alreadyUsed)
      expect(await send(child.refresh_token)).toMatchObject(isGone)
      expect((await moved.send('/user', { bearer: child.access_token })).status).toBe(403)
      expect(await audited()).toEqual(['refresh-token-repeated', 'refresh-token-reused'])
      await moved.close()
    })

    test('reusing a parent token while its successor is unused returns the live token, and is audited', async () => {
      const { moved, session, send, presents, audited } = await onOwnServer()
      await presents(session.access_token)
      const lost = (await send(session.refresh_token)).body.refresh_token
      moved.advance(1800)
      expect((await moved.send('/user', { bearer: session.access_token })).status).toBe(200)
      expect((await send(session.refresh_token)).body.refresh_token).toBe(lost)
      expect(await audited()).toEqual(['refresh-token-repeated'])
      await moved.close()
    })

    /** Passes a first factor. @returns the refresh token from after it */
    const passesFactor = async ({ auth }: Awaited<ReturnType<typeof founder>>['client']) => {
      const { data } = await auth.mfa.enroll({ factorType: 'totp' })
      if (!data) throw new Error('not enrolled')
      const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
      const passed = await auth.mfa.challengeAndVerify({ factorId: data.id, code })
      expect(passed.error).toBeNull()
      return passed.data?.refresh_token ?? ''
    }

    test('a refresh token from before the second factor does not return one from after it: it revokes the session', async () => {
      const { moved, client, session, send, audited } = await onOwnServer()
      const raised = await passesFactor(client)
      const user = await moved.send('/user', { bearer: session.access_token })
      expect(user.status).toBe(200)
      moved.advance(10)
      expect(await send(session.refresh_token)).toMatchObject(alreadyUsed)
      expect(await send(raised)).toMatchObject(isGone)
      expect(await audited()).toEqual(['refresh-token-reused'])
      await moved.close()
    })

    test('tabs that refresh while another one passes the second factor are refused, and the session stays', async () => {
      const { moved, client, session, send, audited } = await onOwnServer()
      const parent = session.refresh_token
      const { data } = await client.auth.refreshSession()
      const former = data.session?.refresh_token ?? ''
      const raised = await passesFactor(client)
      for (const token of [former, parent]) expect(await send(token)).toMatchObject(alreadyUsed)
      const { status, body } = await send(raised)
      expect([status, decodeJwt(body.access_token)['aal']]).toEqual([200, 'aal2'])
      for (const token of [former, parent]) expect(await send(token)).toMatchObject(alreadyUsed)
      expect((await send(body.refresh_token)).status).toBe(200)
      expect(await audited()).toEqual(Array(4).fill('refresh-token-repeated'))
      await moved.close()
    })

    test('a refresh token from before the second factor that a restored database has not seen revokes the session', async () => {
      const { moved, client, session, send, audited } = await onOwnServer()
      let lost = session.refresh_token
      for (let refreshes = 0; refreshes < 3; refreshes++) lost = (await send(lost)).body.refresh_token
      await database.query('update auth.sessions set refresh_token_counter = 0 where user_id = $1', [session.user.id])
      await passesFactor(client)
      expect(await send(lost)).toMatchObject(alreadyUsed)
      expect(await audited()).toEqual(['refresh-token-reused'])
      await moved.close()
    })

    test('rejects a malformed or forged refresh token with validation_failed, an unknown one with refresh_token_not_found', async () => {
      const { session } = await founder()
      const bytes = Buffer.from(session.refresh_token, 'base64url')
      bytes[20] = (bytes[20] ?? 0) ^ 1
      const answers = [
        await refresh('short'),
        await refresh(bytes.toString('base64url')),
        await refresh('abcdefghij12'),
      ]
      const codes = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { code: string }).code))
      expect(codes).toEqual(['validation_failed', 'validation_failed', 'refresh_token_not_found'])
    })

    test.each([
      ['a founder', 30, 90],
      ['an admin', 0.5, 7],
    ])("expires %s's session after %d idle days and after %d days in total", async (role, idleDays, allDays) => {
      const day = 86_400
      const moved = await startAuthServer(database)
      const idle = await founder(newEmail(), moved)
      const busy = await founder(newEmail(), moved)
      if (role === 'an admin') {
        const grant = { text: 'insert into public.user_roles (user_id, role) values ($1, $2)' }
        for (const { user } of [idle, busy]) {
          const caller = { role: 'service_role', claims: '{"role":"service_role"}' } as const
          expect(await database.asCaller(caller, { ...grant, values: [user.id, 'admin'] })).toMatchObject({ ok: true })
        }
      }
      const send = async (refresh_token: string) => {
        const answer = await moved.send('/token?grant_type=refresh_token', { json: { refresh_token } })
        return (await answer.json()) as { refresh_token: string; message?: string }
      }
      const forgotten = await startAuthServer(database)
      forgotten.advance(idleDays * day + 60)
      const answer = await forgotten.send('/token?grant_type=refresh_token', {
        json: { refresh_token: idle.session.refresh_token },
      })
      expect(await answer.json()).toMatchObject({
        code: 'session_expired',
        message: 'Invalid Refresh Token: Session Expired (Inactivity)',
      })

      let token = busy.session.refresh_token
      const step = idleDays * 0.9
      let days = 0
      for (; days + step < allDays; days += step) {
        moved.advance(step * day)
        token = (await send(token)).refresh_token
        expect(token).toBeDefined()
      }
      moved.advance((allDays - days) * day + 60)
      expect(await send(token)).toMatchObject({ message: 'Invalid Refresh Token: Session Expired' })
      await Promise.all([moved.close(), forgotten.close()])
    })
  })

  describe('signing out', () => {
    test('signing out revokes every session by default, immediately on this node', async () => {
      const { client, email, session } = await founder()
      const other = await again(email)
      expect((await client.auth.signOut()).error).toBeNull()
      expect((await server.send('/user', { bearer: session.access_token })).status).toBe(403)
      const { error } = await other.client.auth.getUser()
      expect(error?.name).toBe('AuthSessionMissingError')
    })

    test('signing out takes effect on another node within five seconds', async () => {
      const node = await startAuthServer(database)
      const { client, session } = await founder()
      expect((await node.send('/user', { bearer: session.access_token })).status).toBe(200)
      await client.auth.signOut()
      node.advance(5)
      const answer = await node.send('/user', { bearer: session.access_token })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'session_not_found' })
      await node.close()
    })

    test('signing out with scope local revokes this session only, scope others all but this', async () => {
      const { client, email } = await founder()
      const second = await again(email)
      const third = await again(email)
      await second.client.auth.signOut({ scope: 'local' })
      expect((await third.client.auth.getUser()).error).toBeNull()
      await client.auth.signOut({ scope: 'others' })
      expect((await client.auth.getUser()).error).toBeNull()
      expect((await third.client.auth.getUser()).error).not.toBeNull()
    })

    test('signing out returns 204 without a body, and rejects an unknown scope with 400', async () => {
      const { session } = await founder()
      const bad = await server.send('/logout?scope=all', { method: 'POST', bearer: session.access_token })
      expect([bad.status, ((await bad.json()) as { code: string }).code]).toEqual([400, 'validation_failed'])
      const headers = { 'content-type': 'application/json;charset=UTF-8' }
      const answer = await server.send('/logout', { method: 'POST', bearer: session.access_token, headers })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    })
  })

  describe('changing the user', () => {
    test('updateUser merges metadata, and null removes a key', async () => {
      const { client } = await founder()
      const { data } = await client.auth.updateUser({ data: { first_name: 'Ben', last_name: null, city: 'Porto' } })
      expect(data.user?.user_metadata).toMatchObject({ first_name: 'Ben', city: 'Porto', email_verified: true })
      expect(data.user?.user_metadata).not.toHaveProperty('last_name')
    })

    test('a new password revokes the other sessions, not this one', async () => {
      const { client, email } = await founder()
      const other = await again(email)
      const { error } = await client.auth.updateUser({ password: 'another horse' })
      expect(error).toBeNull()
      expect((await client.auth.getUser()).error).toBeNull()
      expect((await other.client.auth.getUser()).error).not.toBeNull()
      expect((await server.browser().auth.signInWithPassword({ email, password: 'another horse' })).error).toBeNull()
    })

    test('when four sessions set a password at the same moment, one succeeds and revokes the others', async () => {
      const { session, email } = await founder()
      const others = await Promise.all(Array.from({ length: 3 }, () => again(email)))
      const bearers = [session.access_token, ...others.map((other) => other.session.access_token)]
      const answers = await Promise.all(
        bearers.map((bearer, place) =>
          server.send('/user', { json: { password: `another horse ${place}` }, method: 'PUT', bearer }),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // A session that ended while its proof was read is asked for another one, with 400.
      expect(statuses.filter((status) => ![200, 400, 403].includes(status))).toEqual([])
      const password = `another horse ${statuses.indexOf(200)}`
      expect((await server.browser().auth.signInWithPassword({ email, password })).error).toBeNull()
    })

    test.each([
      [{ password: PASSWORD }, 422, 'same_password'],
      [{ password: '123' }, 422, 'weak_password'],
      [{ password: 'another horse', current_password: 'wrong' }, 400, 'current_password_invalid'],
      [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
      [{ data: { story: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    ])('rejects the user update %j with %i %s', async (json, status, code) => {
      const { session } = await founder()
      const answer = await server.send('/user', { json, method: 'PUT', bearer: session.access_token })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
    })

    test('rejects changing to an address of another account with 422 email_exists', async () => {
      const [ana, ben] = [await founder(), await founder()]
      const { error } = await ana.client.auth.updateUser({ email: ben.email })
      expect(error).toMatchObject({ status: 422, code: 'email_exists' })
    })
  })

  describe('rate limits', () => {
    afterEach(() => database.query('delete from server.rate_limits'))

    test('after ten wrong passwords an account gets 429 from that address, for a minute at first; other accounts do not', async () => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      const { email } = await founder()
      const ben = await founder()
      const attempt = (password: string, of = email) =>
        strict.send('/token?grant_type=password', { json: { email: of, password } })
      for (let tries = 0; tries < 10; tries += 1) expect((await attempt('wrong horse')).status).toBe(400)
      const blocked = await attempt(PASSWORD)
      expect(blocked.status).toBe(429)
      expect(await blocked.json()).toMatchObject({ code: 'over_request_rate_limit' })
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(55)
      expect((await attempt(PASSWORD, ben.email)).status).toBe(200)
      const elsewhere = await strict.send('/token?grant_type=password', {
        json: { email, password: PASSWORD },
        headers: { 'x-forwarded-for': '203.0.113.9' },
      })
      expect(elsewhere.status).toBe(200)
      strict.advance(61)
      expect((await attempt('wrong horse')).status).toBe(400)
      expect(Number((await attempt(PASSWORD)).headers.get('retry-after'))).toBeGreaterThan(110)
      strict.advance(121)
      expect((await attempt(PASSWORD)).status).toBe(200)
      expect((await attempt('wrong horse')).status).toBe(400)
      expect((await attempt(PASSWORD)).status).toBe(200)
      await strict.close()
    })

    describe('sign-ins from one network', () => {
      const signIn = async (server: AuthServer, email: string, password: string, from: string) => {
        const answer = await server.send('/token?grant_type=password', {
          json: { email, password },
          headers: { 'x-forwarded-for': from },
        })
        return answer.status
      }
      const addresses = (count: number) => Array.from({ length: count }, () => `${randomUUID()}@example.com`)

      test.each([
        ['one address', () => '198.51.100.7', 40],
        ['an IPv4 /24', (index: number) => `198.51.100.${index}`, 50],
        ['an IPv6 /64', (index: number) => `2001:db8:1:2::${index}`, 40],
        ['an IPv6 /56', (index: number) => `2001:db8:1:2${index.toString(16).padStart(2, '0')}::1`, 50],
      ])('limits wrong passwords for 60 accounts from %s with 429', async (_, from, allowed) => {
        const strict = await startAuthServer(database, { rateLimitFactor: 1 })
        const statuses: number[] = []
        for (const [index, email] of addresses(60).entries()) {
          statuses.push(await signIn(strict, email, 'wrong horse', from(index)))
        }
        expect(statuses).toEqual([...Array<number>(allowed).fill(400), ...Array<number>(60 - allowed).fill(429)])
        await strict.close()
      })

      test('limits wrong passwords from an IPv6 /48 to 100', async () => {
        const strict = await startAuthServer(database, { rateLimitFactor: 1 })
        const statuses: number[] = []
        for (const [index, email] of addresses(101).entries()) {
          const from = `2001:db8:1:${(index * 256).toString(16)}::1`
          statuses.push(await signIn(strict, email, 'wrong horse', from))
        }
        expect(statuses).toEqual([...Array<number>(100).fill(400), 429])
        await strict.close()
      })

      test('successful sign-ins from one network are not counted, in sequence or 30 at once', async () => {
        const strict = await startAuthServer(database, { rateLimitFactor: 1 })
        const people = await Promise.all([founder(), founder(), founder(), founder(), founder()])
        const [{ email }] = people
        const from = '198.51.100.7'
        const thirty = Array.from({ length: 6 }, () => people).flat()
        const atOnce = await Promise.all(thirty.map((person) => signIn(strict, person.email, PASSWORD, from)))
        const inTurn: number[] = []
        for (let tries = 0; tries < 60; tries += 1) inTurn.push(await signIn(strict, email, PASSWORD, from))
        expect(new Set([...atOnce, ...inTurn])).toEqual(new Set([200]))
        for (const other of addresses(39)) expect(await signIn(strict, other, 'wrong horse', from)).toBe(400)
        expect(await signIn(strict, email, PASSWORD, from)).toBe(200)
        await strict.close()
      })

      test('attempts rejected by the network’s limit do not count towards the account’s limit', async () => {
        const strict = await startAuthServer(database, { rateLimitFactor: 1 })
        const { email } = await founder()
        for (const other of addresses(40)) await signIn(strict, other, 'wrong horse', '198.51.100.7')
        for (let tries = 0; tries < 60; tries += 1) {
          expect(await signIn(strict, email, 'wrong horse', '198.51.100.7')).toBe(429)
        }
        expect(await signIn(strict, email, PASSWORD, '192.0.2.77')).toBe(200)
        await strict.close()
      })

      test('limits guesses from many networks at the account, but not its owner on a network used before', async () => {
        const strict = await startAuthServer(database, { rateLimitFactor: 1 })
        const { email } = await founder()
        expect(await signIn(strict, email, PASSWORD, '192.0.2.1')).toBe(200)
        const statuses: number[] = []
        for (let index = 0; index < 51; index += 1) {
          statuses.push(await signIn(strict, email, 'wrong horse', `10.${index}.0.1`))
        }
        expect(statuses).toEqual([...Array<number>(50).fill(400), 429])
        expect(await signIn(strict, email, PASSWORD, '10.200.0.1')).toBe(429)
        expect(await signIn(strict, email, PASSWORD, '192.0.2.1')).toBe(200)
        strict.advance(61)
        expect(await signIn(strict, email, PASSWORD, '10.200.0.1')).toBe(200)
        await strict.close()
      })
    })

    test('limits refreshes of a session with 503, and keeps the session', async () => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      const { session } = await founder()
      const send = () =>
        strict.send('/token?grant_type=refresh_token', { json: { refresh_token: session.refresh_token } })
      for (let tries = 0; tries < 60; tries += 1) await send()
      const answer = await send()
      expect(answer.status).toBe(503)
      strict.advance(60)
      expect((await send()).status).toBe(200)
      await strict.close()
    })

    test('limits sign-ups from one address to thirty in five minutes', async () => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      strict.advance(10_000)
      const statuses: number[] = []
      for (let tries = 0; tries < 31; tries += 1) statuses.push((await strict.send('/signup', { json: {} })).status)
      expect(statuses).toEqual([...Array<number>(30).fill(422), 429])
      await strict.close()
    })
  })

  describe('the admin API', () => {
    test('the admin API requires the secret key: 403 not_admin', async () => {
      const { session } = await founder()
      for (const bearer of [undefined, session.access_token]) {
        const answer = await server.send('/admin/users', bearer === undefined ? {} : { bearer })
        expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'not_admin'])
      }
    })

    test('the admin API creates, reads, updates, lists and deletes users', async () => {
      const { auth } = server.admin()
      const email = newEmail()
      const made = await auth.admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: { first_name: 'Eva' },
      })
      const id = made.data.user?.id ?? ''
      expect(made.error).toBeNull()
      expect((await auth.admin.getUserById(id)).data.user).toMatchObject({
        email,
        user_metadata: { first_name: 'Eva' },
      })
      expect((await auth.admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
      const page = await auth.admin.listUsers({ page: 1, perPage: 1 })
      expect(page.data).toMatchObject({ aud: 'authenticated', users: [{ id }] })
      expect((page.data as { total: number }).total).toBeGreaterThan(1)
      const { client } = await again(email)
      await auth.admin.updateUserById(id, { app_metadata: { plan: 'pro' }, password: 'another horse' })
      expect((await client.auth.getUser()).error).not.toBeNull()
      expect((await auth.admin.deleteUser(id)).error).toBeNull()
      expect((await auth.admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
      const answer = await server.send('/admin/users/7', { key: server.keys.secretKey })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'validation_failed'])
    })

    test('a ban takes effect immediately, and the user signs in again after it is removed', async () => {
      const { client, email, user } = await founder()
      const { auth } = server.admin()
      await auth.admin.updateUserById(user.id, { ban_duration: '24h' })
      expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_banned' })
      const { error } = await server.browser().auth.signInWithPassword({ email, password: PASSWORD })
      expect(error).toMatchObject({ status: 400, code: 'user_banned' })
      await auth.admin.updateUserById(user.id, { ban_duration: 'none' })
      await again(email)
    })

    test('a ban while the password is compared opens no session', async () => {
      const { user, email } = await founder()
      const ban = () => server.admin().auth.admin.updateUserById(user.id, { ban_duration: '1h' })
      const slow = await startAuthServer({
        ...database,
        query: async (text, ...rest) => {
          if (text.includes('server.sign_in')) expect((await ban()).error).toBeNull()
          return database.query(text, ...rest)
        },
      })
      const { error } = await slow.browser().auth.signInWithPassword({ email, password: PASSWORD })
      expect(error?.code).toBe('invalid_credentials')
      expect(await database.query('select from auth.sessions where user_id = $1', [user.id])).toHaveLength(0)
      await slow.close()
    })

    test('the admin API rejects a role other than authenticated, and a phone', async () => {
      const { user } = await founder()
      const { admin } = server.admin().auth
      expect((await admin.updateUserById(user.id, { role: 'service_role' })).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
      expect((await admin.updateUserById(user.id, { role: 'authenticated' })).error).toBeNull()
      expect((await admin.updateUserById(user.id, { phone: '351912345678' })).error?.code).toBe(
        'phone_provider_disabled',
      )
    })

    test.each(['page=-1', 'page=0', 'page=x', 'per_page=-5', 'page=1.5'])(
      'the admin API rejects the page %s with 400 validation_failed',
      async (query) => {
        const answer = await server.send(`/admin/users?${query}`, { key: server.keys.secretKey })
        expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'validation_failed'])
      },
    )

    test('a generated link includes the account with the new address', async () => {
      const { email } = await founder()
      const newEmail = `moved-${email}`
      const { data } = await server.admin().auth.admin.generateLink({ type: 'email_change_new', email, newEmail })
      expect(data.user).toMatchObject({ email, new_email: newEmail })
    })

    test('a sign-in reveals a ban only after the right password', async () => {
      const { email, user } = await founder()
      await server.admin().auth.admin.updateUserById(user.id, { ban_duration: '1h' })
      const signIn = (password: string) => server.browser().auth.signInWithPassword({ email, password })
      expect((await signIn('wrong horse')).error?.code).toBe('invalid_credentials')
      expect((await signIn(PASSWORD)).error?.code).toBe('user_banned')
    })

    test('a session of a deleted or soft-deleted user gets 403 user_not_found, and the address can sign up again', async () => {
      const { auth } = server.admin()
      for (const soft of [false, true]) {
        const { client, user, email } = await founder()
        expect((await auth.admin.deleteUser(user.id, soft)).error).toBeNull()
        expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' })
        await founder(email)
      }
    })
  })

  test.each([
    ['GET', '/user/identities/authorize?provider=google', 404, 'manual_linking_disabled'],
    ['GET', '/authorize?provider=google', 400, 'validation_failed'],
    ['GET', '/nowhere', 404, 'not_found'],
  ])('%s %s returns %i %s', async (method, path, status, code) => {
    const { session } = await founder()
    const answer = await server.send(path, { method, bearer: session.access_token })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
  })

  test('/settings, /health and the public keys need no session', async () => {
    expect(await (await server.send('/settings')).json()).toMatchObject({
      external: { email: true },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
    expect(await (await server.send('/health')).json()).toMatchObject({ name: 'GoTrue' })
    const jwks = await server.send('/.well-known/jwks.json', { key: null })
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600')
    expect(JSON.stringify(await jwks.json())).not.toContain('"d"')
  })

  test('two nodes that start at the same time use the same signing key', async () => {
    const nodes = await Promise.all([startAuthServer(database), startAuthServer(database)])
    expect(nodes.map(({ keys }) => keys.signing.kid)).toEqual([server.keys.signing.kid, server.keys.signing.kid])
    await Promise.all(nodes.map((node) => node.close()))
  })
})
