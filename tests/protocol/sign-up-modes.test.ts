import { randomUUID } from 'node:crypto'
import type { Provider } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { createTestServer, engines } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { startOidcPeer, type OidcPeer } from '../oidc-peer.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

const password = 'correct horse'
const newEmail = () => `founder-${randomUUID().slice(0, 8)}@example.com`
const callbackUrl = 'http://localhost:3000/auth/v1/callback'
const disabled = { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' }

describe.each(engines)('SIGN_UP on %s', (engine) => {
  let database: Database
  let acme: OidcPeer
  let servers: Record<'open' | 'invite' | 'closed', AuthServer>

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    acme = await startOidcPeer({ id: 'acme', name: 'Acme', redirectUris: [callbackUrl] })
    const start = (signUp: 'open' | 'invite' | 'closed') =>
      startAuthServer(database, { signUp, providers: [acme.config] })
    servers = { open: await start('open'), invite: await start('invite'), closed: await start('closed') }
  })
  afterAll(async () => {
    await Promise.all([...Object.values(servers).map((server) => server.close()), acme.close()])
    await database.close()
  })

  const signsUp = (server: AuthServer, email: string) => server.browser().auth.signUp({ email, password })
  const accounts = async (email: string) =>
    (await database.query('select from auth.users where email = $1', [email])).length

  /** Returns from a provider with a verified address. @returns the error code, or null when signed in */
  async function returnsFromProvider(server: AuthServer, email: string) {
    const sub = `sub-${randomUUID()}`
    acme.knows({ sub, email, email_verified: true })
    const { auth } = server.browser({ flowType: 'pkce' })
    const { data } = await auth.signInWithOAuth({
      provider: 'acme' as Provider,
      options: { skipBrowserRedirect: true, queryParams: { login_hint: sub } },
    })
    const follow = async (url: string) => {
      const { pathname, search } = new URL(url)
      return (await fetch(`${server.url}${pathname}${search}`, { redirect: 'manual' })).headers.get('location') ?? ''
    }
    const back = new URL(await follow(await acme.follow(await follow(data.url ?? ''))))
    const code = back.searchParams.get('code')
    if (code === null) return back.searchParams.get('error_code')
    return (await auth.exchangeCodeForSession(code)).error?.code ?? null
  }

  describe.each(['invite', 'closed'] as const)('%s', (mode) => {
    test('an unknown address gets no account by any way in', async () => {
      const [server, email] = [servers[mode], newEmail()]
      expect((await signsUp(server, email)).error).toMatchObject(disabled)
      expect((await server.browser().auth.signInWithOtp({ email })).error).toMatchObject(disabled)
      const existing = await server.browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
      expect(existing.error?.code).toBe('otp_disabled')
      expect(await returnsFromProvider(server, email)).toBe('signup_disabled')
      expect((await server.browser().auth.signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
      expect(await accounts(email)).toBe(0)
      const { disable_signup } = (await (await server.send('/settings')).json()) as { disable_signup: boolean }
      expect(disable_signup).toBe(true)
    })

    test('users who have an account sign in as before', async () => {
      const [server, email] = [servers[mode], newEmail()]
      await signsUp(servers.open, email)
      expect((await server.browser().auth.signInWithPassword({ email, password })).error).toBeNull()
      expect((await server.browser().auth.signInWithOtp({ email })).error).toBeNull()
      expect((await server.browser().auth.resetPasswordForEmail(email)).error).toBeNull()
      expect(await returnsFromProvider(server, email)).toBeNull()
    })

    test('an invitation is accepted by its link', async () => {
      const [server, email] = [servers[mode], newEmail()]
      const { data } = await server.admin().auth.admin.generateLink({ type: 'invite', email })
      const token_hash = data.properties?.hashed_token ?? ''
      expect((await server.browser().auth.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
    })

    test('an administrator creates accounts, such as the first admin', async () => {
      const [server, email] = [servers[mode], newEmail()]
      expect((await server.admin().auth.admin.createUser({ email, password, email_confirm: true })).error).toBeNull()
      expect((await server.browser().auth.signInWithPassword({ email, password })).error).toBeNull()
    })
  })

  const invitations: Record<string, (email: string) => Promise<{ error: unknown }>> = {
    invite: (email) => servers.invite.admin().auth.admin.inviteUserByEmail(email),
    generate_link: (email) => servers.invite.admin().auth.admin.generateLink({ type: 'invite', email }),
    createUser: (email) => servers.invite.admin().auth.admin.createUser({ email }),
  }
  test.each(Object.keys(invitations))(
    'an address of %s is signed up by nobody who only knows it, and enters with a provider',
    async (by) => {
      const email = newEmail()
      expect((await invitations[by]?.(email))?.error).toBeNull()
      const prepared = await database.query('select id from auth.users where email = $1', [email])
      for (const mode of ['invite', 'closed'] as const) {
        expect((await signsUp(servers[mode], email)).error).toMatchObject(disabled)
      }
      expect((await signsUp(servers.open, email)).error?.code).toBe('user_already_exists')
      expect(await database.query('select id from auth.users where email = $1', [email])).toEqual(prepared)
      expect(await returnsFromProvider(servers.invite, email)).toBeNull()
    },
  )

  test('an account that no one prepared or used gives way to a sign-up, and the audit says so', async () => {
    const email = newEmail()
    const [unused] = await database.query<{ id: string }>('insert into auth.users (email) values ($1) returning id', [
      email,
    ])
    expect((await signsUp(servers.open, email)).data.session).not.toBeNull()
    const audited = await database.query('select subject from server.audit where action = $1 and subject = $2', [
      'unused-account-replaced',
      unused?.id,
    ])
    expect(audited).toHaveLength(1)
  })

  test('the web app reads the mode from /config.json', async () => {
    const server = await createTestServer(engine, { env: { SIGN_UP: 'closed' } })
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ signUp: 'closed' })
    await expect(server.founder('ana')).rejects.toThrow('Signups not allowed for this instance')
    await server.close()
  })
})

test('with CONFIRM_EMAIL a new account is signed in to once its mailed link was opened', async () => {
  const server = await createTestServer('pglite', { env: { CONFIRM_EMAIL: 'true' } })
  const client = server.client()
  const email = newEmail()
  expect((await client.auth.signUp({ email, password })).data.session).toBeNull()
  const refused = await client.auth.signInWithPassword({ email, password })
  expect(refused.error).toMatchObject({ code: 'email_not_confirmed' })
  const [mail] = await mailsTo(server, { email })
  const [, token_hash = ''] = /token_hash=([\w-]+)/.exec(mail?.text ?? '') ?? []
  expect((await client.auth.verifyOtp({ token_hash, type: 'signup' })).data.session).not.toBeNull()
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  await server.close()
})
