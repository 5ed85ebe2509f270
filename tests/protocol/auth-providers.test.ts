import { randomUUID } from 'node:crypto'
import type { Provider } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { LIMITS } from '../../server/auth/constants.ts'
import { sweep } from '../../server/auth/sweep.ts'
import { keyCaller } from '../../server/database/caller.ts'
import { type Database, DatabaseError } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { startOidcPeer, type OidcPeer, type PeerAccount } from '../oidc-peer.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

const password = 'correct horse'
const site = 'http://localhost:3000'
const home = `${site}/auth?sb_flow_id=7`
const callbackUrl = `${site}/auth/v1/callback`
type Client = ReturnType<AuthServer['browser']>

interface Back {
  readonly url: URL
  readonly query: URLSearchParams
  readonly fragment: URLSearchParams
}

describe.each(engines)('signing in with OAuth providers on %s', (engine) => {
  let database: Database
  let server: AuthServer
  let acme: OidcPeer
  let globex: OidcPeer
  let skippedMs = 0

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    acme = await startOidcPeer({ id: 'acme', name: 'Acme', redirectUris: [callbackUrl] })
    globex = await startOidcPeer({ id: 'globex', name: 'Globex', redirectUris: [callbackUrl], inIdToken: false })
    server = await startAuthServer(database, { providers: [acme.config, globex.config] })
  })
  afterAll(async () => {
    await Promise.all([server.close(), acme.close(), globex.close()])
    await database.close()
  })
  afterEach(() => {
    acme.forge(undefined)
    acme.become('well')
  })

  const advance = (seconds: number) => {
    skippedMs += seconds * 1000
    server.advance(seconds)
  }
  const newBrowser = () => server.browser({ flowType: 'pkce' })
  /** A challenge without a verifier. */
  const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`
  const peerOf = (provider: string) => (provider === 'acme' ? acme : globex)

  /** A user at the provider. */
  function person(more: Partial<PeerAccount> = {}, provider = 'acme') {
    const short = randomUUID().slice(0, 8)
    const account = {
      sub: `sub-${short}`, email: `ana-${short}@example.com`, email_verified: true, given_name: 'Ana', family_name: 'Silva',
      ...more,
    } // prettier-ignore
    peerOf(provider).knows(account)
    return { ...account, provider }
  }
  type Person = ReturnType<typeof person>

  /** Opens a URL of our server as a browser does, without following the redirect. */
  const opens = (url: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(url)
    return fetch(`${server.url}${pathname}${search}`, { redirect: 'manual', headers })
  }
  const backOf = (response: Response): Back => {
    expect(response.status).toBe(302)
    const url = new URL(response.headers.get('location') ?? '')
    return { url, query: url.searchParams, fragment: new URLSearchParams(url.hash.slice(1)) }
  }

  /** Goes through /authorize and the provider, and returns our callback URL with the provider's response. */
  async function throughProvider({ auth }: Client, { provider, sub }: Person, options = {}) {
    const { data } = await auth.signInWithOAuth({
      provider: provider as Provider,
      options: { redirectTo: home, skipBrowserRedirect: true, queryParams: { login_hint: sub }, ...options },
    })
    const began = await opens(data.url ?? '')
    expect(began.status).toBe(302)
    const answer = await peerOf(provider).follow(began.headers.get('location') ?? '')
    expect(answer.startsWith(callbackUrl)).toBe(true)
    return answer
  }
  const returns = async (client: Client, who: Person, options = {}) =>
    backOf(await opens(await throughProvider(client, who, options)))

  /** The complete sign-in. */
  async function enters(who: Person, options = {}) {
    const client = newBrowser()
    const { query } = await returns(client, who, options)
    expect(query.get('error_description')).toBeNull()
    const { data, error } = await client.auth.exchangeCodeForSession(query.get('code') ?? '')
    if (error) throw error
    return { client, user: data.user, session: data.session }
  }
  async function signsUp(email = `eve-${randomUUID().slice(0, 8)}@example.com`) {
    const client = newBrowser()
    const { data, error } = await client.auth.signUp({ email, password })
    if (error || !data.user) throw error ?? new Error('no user')
    return { client, email, id: data.user.id }
  }
  const signsIn = (email: string) => newBrowser().auth.signInWithPassword({ email, password })
  async function withFactor(client: Client) {
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (!data) throw new Error('not enrolled')
    const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate({
      timestamp: Date.now() + skippedMs,
    })
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
    if (error) throw error
  }
  /** An account with an address that an admin has confirmed. */
  async function proven(email: string) {
    const { data, error } = await server.admin().auth.admin.createUser({ email, password, email_confirm: true })
    if (error) throw error
    return data.user.id
  }
  const profileOf = async (id: string) => {
    const text = 'select first_name, last_name from public.profiles where id = $1'
    const read = await database.asCaller(keyCaller('service_role'), { text, values: [id] })
    return read.ok ? read.value.rows : read.failure
  }
  const identitiesOf = async (id: string) => (await server.admin().auth.admin.getUserById(id)).data.user?.identities
  /** Links up to the code, which only the requesting browser can exchange. */
  const startsLinking = async ({ auth }: Client, { provider, sub }: Person) => {
    const { data, error } = await auth.linkIdentity({
      provider: provider as Provider,
      options: { redirectTo: home, skipBrowserRedirect: true, queryParams: { login_hint: sub } },
    })
    if (error) throw error
    return backOf(await opens(await peerOf(provider).follow(data.url ?? '')))
  }
  const links = async (client: Client, who: Person) => {
    const { query } = await startsLinking(client, who)
    return client.auth.exchangeCodeForSession(query.get('code') ?? '')
  }
  const people = async () =>
    (await database.query('select id from auth.users union all select id from auth.identities')).length

  describe('starting a sign-in with a provider', () => {
    test('lists the configured providers in /settings', async () => {
      const settings = (await (await server.send('/settings')).json()) as { external: object }
      expect(settings.external).toMatchObject({ email: true, google: false, acme: true, globex: true })
    })

    test('redirects to the provider with state, nonce, PKCE and the caller’s parameters, except reserved ones', async () => {
      const { data } = await newBrowser().auth.signInWithOAuth({
        provider: 'acme' as Provider,
        options: {
          redirectTo: home, skipBrowserRedirect: true, scopes: 'calendar.read',
          queryParams: { prompt: 'consent', access_type: 'offline', state: 'mine', nonce: 'mine', client_id: 'mine', Response_Mode: 'fragment', redirect_uri: 'https://evil.example' },
        },
      }) // prettier-ignore
      const to = backOf(await opens(data.url ?? ''))
      expect(to.url.origin).toBe(acme.config.issuer)
      const { state, nonce, code_challenge, ...rest } = Object.fromEntries(to.query)
      expect(rest).toEqual({
        client_id: acme.config.clientId, response_type: 'code', redirect_uri: callbackUrl, code_challenge_method: 'S256',
        scope: 'openid email profile calendar.read', prompt: 'consent', access_type: 'offline',
      }) // prettier-ignore
      for (const secret of [state, nonce, code_challenge]) expect(secret).toMatch(/^[\w-]{43}$/)
      expect(new Set([state, nonce, code_challenge]).size).toBe(3)
      const stored = JSON.stringify(await database.query('select * from server.provider_flows'))
      for (const secret of [state, nonce, code_challenge]) expect(stored).not.toContain(secret)
    })

    test.each([
      ['an unknown provider', 'provider=initech', 'validation_failed', 'Unsupported provider: provider is not enabled'],
      ['no provider', '', 'validation_failed', 'Unsupported provider: provider is not enabled'],
      ['a challenge without a method', 'provider=acme&code_challenge=x', 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'],
      ['no challenge', 'provider=acme', 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'],
      ['a plain challenge', `provider=acme&code_challenge=${'x'.repeat(43)}&code_challenge_method=plain`, 'validation_failed', 'the code challenge method has to be s256'],
      ['a bad challenge', 'provider=acme&code_challenge=x&code_challenge_method=s256', 'validation_failed', 'invalid code challenge'],
    ])('rejects /authorize with %s with 400', async (_, query, code, message) => {
      const response = await server.send(`/authorize?${query}`, { key: null })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code, message })
    }) // prettier-ignore

    test('fetches the provider’s discovery document once', async () => {
      for (const _ of [1, 2]) await opens(`${site}/auth/v1/authorize?provider=globex&${challenge}`)
      const discoveries = globex.asked.filter(({ pathname }) => pathname.startsWith('/.well-known/'))
      expect(discoveries).toHaveLength(1)
    })
  })

  describe('the callback of a provider', () => {
    test('a new user of a provider gets an account, a profile and the provider’s tokens', async () => {
      const who = person({ name: 'Ana M. Silva', picture: 'https://pics.example/ana.png' })
      const { user, session, client } = await enters(who, {
        scopes: 'offline_access',
        queryParams: { login_hint: who.sub, prompt: 'consent' },
      })
      expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
      expect(session.provider_token).toMatch(/.{20}/)
      expect(session.provider_refresh_token).toMatch(/.{20}/)
      expect(user).toMatchObject({
        email: who.email,
        app_metadata: { provider: 'acme', providers: ['acme'] },
        user_metadata: {
          sub: who.sub, email: who.email, email_verified: true, full_name: 'Ana M. Silva', first_name: 'Ana',
          last_name: 'Silva', avatar_url: 'https://pics.example/ana.png', iss: acme.config.issuer,
        },
        identities: [{ provider: 'acme', id: who.sub, email: who.email, identity_data: { sub: who.sub } }],
      }) // prettier-ignore
      expect(user.email_confirmed_at).toBeDefined()
      const { data: claims } = await client.auth.getClaims()
      expect(claims?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth', provider: 'acme' }] })
      const profiles = await profileOf(user.id)
      expect(profiles).toEqual([['Ana', 'Silva']])
      const audited = await database.query('select action, details from server.audit where actor = $1 order by id', [
        user.id,
      ])
      expect(audited).toMatchObject([
        { action: 'identity-linked', details: { provider: 'acme' } },
        { action: 'sign-in', details: { method: 'oauth', provider: 'acme' } },
      ])
      const { data: refreshed } = await client.auth.refreshSession()
      expect(refreshed.user?.id).toBe(user.id)
    })

    test('the redirect_to of a provider sign-in keeps its query, and another origin is replaced by the site', async () => {
      const { url } = await returns(newBrowser(), person())
      expect(url.href.startsWith(`${home}&code=`)).toBe(true)
      const elsewhere = await returns(newBrowser(), person(), { redirectTo: 'https://evil.example/steal' })
      expect(elsewhere.url.origin + elsewhere.url.pathname).toBe(`${site}/`)
      expect(elsewhere.query.get('code')).toBeTruthy()
    })

    test('PKCE: the callback returns a code that the requesting browser exchanges once', async () => {
      const who = person()
      const client = newBrowser()
      const { url, query } = await returns(client, who, {
        scopes: 'offline_access', queryParams: { login_hint: who.sub, prompt: 'consent' },
      }) // prettier-ignore
      expect(url.hash).toBe('')
      const code = query.get('code') ?? ''
      const [waiting] = await database.query<Record<string, string>>(
        'select provider_access_token as access, provider_refresh_token as refresh from auth.flow_state where auth_code = $1',
        [code],
      )
      const { data, error } = await client.auth.exchangeCodeForSession(code)
      expect(error).toBeNull()
      expect(data.session).toMatchObject({ user: { email: who.email }, provider_token: expect.any(String) as string })
      expect(waiting?.['access']).not.toContain(data.session?.provider_token)
      expect(waiting?.['refresh']).not.toContain(data.session?.provider_refresh_token)
      expect(data.session?.provider_refresh_token).toBeTruthy()
      const { data: claims } = await client.auth.getClaims()
      expect(claims?.claims.amr).toMatchObject([{ method: 'oauth', provider: 'acme' }])
      const again = await server.send('/token?grant_type=pkce', {
        json: { auth_code: code, code_verifier: 'x'.repeat(43) },
      })
      expect(again.status).toBe(404)
    })

    test('deletes provider tokens that were not fetched after five minutes, and unfinished flows', async () => {
      const { query } = await returns(newBrowser(), person())
      await opens(`${site}/auth/v1/authorize?provider=acme&${challenge}`)
      const waiting = () =>
        database.query('select provider_access_token as token from auth.flow_state where auth_code = $1', [
          query.get('code'),
        ])
      const now = Date.now() + skippedMs
      await sweep(database, new Date(now + 290_000))
      expect(await waiting()).toEqual([{ token: expect.any(String) as string }])
      await sweep(database, new Date(now + 310_000))
      expect(await waiting()).toEqual([{ token: null }])
      expect(await database.query('select from server.provider_flows')).not.toEqual([])
      await sweep(database, new Date(now + 3_610_000))
      expect(await database.query('select from server.provider_flows')).toEqual([])
    })

    test('rejects the callback’s code in another browser, and after five minutes with flow_state_expired', async () => {
      const stolen = await returns(newBrowser(), person())
      const json = { auth_code: stolen.query.get('code'), code_verifier: 'x'.repeat(43) }
      expect((await server.send('/token?grant_type=pkce', { json })).status).toBe(400)
      const client = newBrowser()
      const late = await returns(client, person())
      advance(300)
      expect((await client.auth.exchangeCodeForSession(late.query.get('code') ?? '')).error?.code).toBe(
        'flow_state_expired',
      )
    })

    test('limits exchanges of codes like sign-ins, and a refused code stays valid', async () => {
      const client = newBrowser()
      const { query } = await returns(client, person())
      const strict = await startAuthServer(database, { rateLimitFactor: 1 / LIMITS.token.allowed })
      // Later than the counters of other tests.
      strict.advance(skippedMs / 1000 + 86_400)
      const json = { auth_code: randomUUID(), code_verifier: 'x'.repeat(43) }
      const guess = async () => (await strict.send('/token?grant_type=pkce', { json })).status
      expect([await guess(), await guess()]).toEqual([404, 429])
      const mine = { auth_code: query.get('code'), code_verifier: 'x'.repeat(43) }
      expect((await strict.send('/token?grant_type=pkce', { json: mine })).status).toBe(429)
      await strict.close()
      expect((await client.auth.exchangeCodeForSession(query.get('code') ?? '')).error).toBeNull()
    })

    test('accepts the provider’s response as a form POST', async () => {
      const answer = await throughProvider(newBrowser(), person())
      const posted = await fetch(`${server.url}/auth/v1/callback`, {
        method: 'POST', redirect: 'manual', body: new URL(answer).search.slice(1),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }) // prettier-ignore
      expect(backOf(posted).query.get('code')).toBeTruthy()
    })

    test('fetches names and address from userinfo when the ID token has none', async () => {
      const who = person({ given_name: 'Bo', family_name: 'Berg' }, 'globex')
      const { user } = await enters(who)
      expect(user).toMatchObject({ email: who.email, user_metadata: { first_name: 'Bo', last_name: 'Berg' } })
    })

    test('truncates a provider’s names to the length of the profile, and removes invalid characters', async () => {
      const { user } = await enters(person({ given_name: 'é'.repeat(120), family_name: ' \u0000Ó Sé\ud800 ' }))
      const profiles = await profileOf(user.id)
      expect(profiles).toEqual([['é'.repeat(100), expect.stringMatching(/^Ó Sé/) as string]])
    })

    test('splits a provider’s full name into first and last name', async () => {
      const { user } = await enters(person({ given_name: '', family_name: '', name: 'Ana Maria Silva' }))
      expect(user.user_metadata).toMatchObject({ first_name: 'Ana', last_name: 'Maria Silva' })
    })

    test('a second provider sign-in finds the same account, even after the address changed at the provider', async () => {
      const who = person()
      const first = await enters(who)
      acme.knows({ ...who, email: `moved-${who.email}` })
      const second = await enters(who)
      expect(second.user.id).toBe(first.user.id)
      expect(second.user.email).toBe(who.email)
      expect(second.user.identities).toMatchObject([{ email: `moved-${who.email}` }])
    })

    test('three concurrent callbacks for a new user create one account', async () => {
      const who = person()
      const browsers = [newBrowser(), newBrowser(), newBrowser()]
      const answers = await Promise.all(browsers.map((browser) => throughProvider(browser, who)))
      const backs = await Promise.all(answers.map(async (answer) => backOf(await opens(answer))))
      const sessions = await Promise.all(
        browsers.map(({ auth }, index) => auth.exchangeCodeForSession(backs[index]?.query.get('code') ?? '')),
      )
      expect(new Set(sessions.map(({ data }) => data.user?.id))).toEqual(new Set([expect.any(String)]))
    })
  })

  describe('the account of a provider sign-in', () => {
    test('links a verified address to the account that has confirmed it, and keeps its password and sessions', async () => {
      const who = person()
      const id = await proven(who.email)
      const { data: before } = await signsIn(who.email)
      const { user } = await enters(who)
      expect(user).toMatchObject({ id, app_metadata: { provider: 'email', providers: ['email', 'acme'] } })
      expect(user.identities?.map(({ provider }) => provider)).toEqual(['email', 'acme'])
      expect((await signsIn(who.email)).error).toBeNull()
      expect((await server.send('/user', { bearer: before.session?.access_token ?? '' })).status).toBe(200)
    })

    test('the owner of a verified address takes over an unconfirmed account, and its creator loses access', async () => {
      const who = person()
      const eve = await signsUp(who.email)
      await links(eve.client, person({}, 'globex'))
      await eve.client.auth.mfa.enroll({ factorType: 'totp' })
      await eve.client.auth.updateUser({ email: `eve-${who.email}` })
      const held = (await eve.client.auth.getSession()).data.session
      const { user } = await enters(who)
      expect(user.id).toBe(eve.id)
      expect(user.new_email).toBeUndefined()
      expect(user.factors ?? []).toEqual([])
      expect(user.identities?.map(({ provider }) => provider)).toEqual(['acme'])
      expect(user.app_metadata).toEqual({ provider: 'acme', providers: ['acme'] })
      expect((await signsIn(who.email)).error?.code).toBe('invalid_credentials')
      expect((await server.send('/user', { bearer: held?.access_token ?? '' })).status).toBe(403)
      const refresh = { json: { refresh_token: held?.refresh_token } }
      expect((await server.send('/token?grant_type=refresh_token', refresh)).status).toBe(400)
      const codes = await database.query('select from auth.one_time_tokens where user_id = $1', [eve.id])
      expect(codes).toEqual([])
      const audited = await database.query(
        `select from server.audit where actor = $1 and action = 'account-taken-over'`,
        [eve.id],
      )
      expect(audited).toHaveLength(1)
    })

    test('keeps an address confirmed by mail and the password set with it', async () => {
      const who = person()
      const { id } = await signsUp(who.email)
      const { data } = await server.admin().auth.admin.generateLink({ type: 'recovery', email: who.email })
      const client = newBrowser()
      await client.auth.verifyOtp({ type: 'recovery', token_hash: data.properties?.hashed_token ?? '' })
      await client.auth.updateUser({ password: 'another horse' })
      const { user } = await enters(who)
      expect(user.id).toBe(id)
      const again = await newBrowser().auth.signInWithPassword({ email: who.email, password: 'another horse' })
      expect(again.error).toBeNull()
    })

    test('setting a password by mail removes identities that were linked before the address was confirmed', async () => {
      const who = person()
      const eve = await signsUp(who.email)
      const evesOwn = person()
      await links(eve.client, evesOwn)
      const { data } = await server.admin().auth.admin.generateLink({ type: 'recovery', email: who.email })
      const client = newBrowser()
      await client.auth.verifyOtp({ type: 'recovery', token_hash: data.properties?.hashed_token ?? '' })
      await client.auth.updateUser({ password: 'another horse' })
      expect((await identitiesOf(eve.id))?.map(({ provider }) => provider)).toEqual(['email'])
      expect((await enters(evesOwn)).user.id).not.toBe(eve.id)
    })

    test('keeps identities linked by the owner when the address changes and is confirmed again', async () => {
      const who = person()
      const id = await proven(who.email)
      await enters(who)
      const { email } = person()
      await server.admin().auth.admin.updateUserById(id, { email, email_confirm: true })
      const { data } = await server.admin().auth.admin.generateLink({ type: 'recovery', email })
      const client = newBrowser()
      await client.auth.verifyOtp({ type: 'recovery', token_hash: data.properties?.hashed_token ?? '' })
      expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull()
      expect((await enters(who)).user.id).toBe(id)
      expect(await identitiesOf(id)).toHaveLength(2)
    })

    test('the owner of a verified address takes over an account whose creator added a second factor', async () => {
      const who = person()
      const { client, id } = await signsUp(who.email)
      await withFactor(client)
      const held = (await client.auth.getSession()).data.session
      const { user } = await enters(who)
      expect(user.id).toBe(id)
      expect(user.factors ?? []).toEqual([])
      expect((await server.send('/user', { bearer: held?.access_token ?? '' })).status).toBe(403)
    })

    test('rejects a sign-in with the new address of a proven account with a second factor with email_exists', async () => {
      const who = person()
      const id = await proven(`before-${who.email}`)
      const client = newBrowser()
      await client.auth.signInWithPassword({ email: `before-${who.email}`, password })
      await withFactor(client)
      await server.admin().auth.admin.updateUserById(id, { email: who.email, email_confirm: true })
      const { fragment } = await returns(newBrowser(), who)
      expect(fragment.get('error_code')).toBe('email_exists')
      expect(await identitiesOf(id)).toHaveLength(1)
      expect((await client.auth.getUser()).error).toBeNull()
    })

    test('a provider sign-in to an account with a second factor starts at aal1', async () => {
      const who = person()
      const id = await proven(who.email)
      const { data } = await signsIn(who.email)
      const client = newBrowser()
      await client.auth.setSession(data.session ?? { access_token: '', refresh_token: '' })
      await withFactor(client)
      const entered = await enters(who)
      expect(entered.user.id).toBe(id)
      const { data: level } = await entered.client.auth.mfa.getAuthenticatorAssuranceLevel()
      expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
      expect((await entered.client.auth.updateUser({ password: 'another horse' })).error?.code).toBe('insufficient_aal')
    })

    test.each([false, undefined])(
      'rejects an address that is not verified (%s) and belongs to an account with provider_email_needs_verification',
      async (email_verified) => {
        const who = person({ email_verified: email_verified as boolean })
        const id = await proven(who.email)
        const before = await people()
        const { fragment, query } = await returns(newBrowser(), who)
        expect(query.get('code')).toBeNull()
        for (const side of [fragment, query]) {
          expect(Object.fromEntries(side)).toMatchObject({
          error: 'access_denied', error_code: 'provider_email_needs_verification',
          error_description: 'Unverified email with Acme. Verify it there in order to sign in',
        }) // prettier-ignore
        }
        expect(await people()).toBe(before)
        expect(await identitiesOf(id)).toHaveLength(1)
      },
    )

    test('a code that was issued before the owner of the address took the account over opens no session after it', async () => {
      const eve = await signsUp()
      const evesOwn = person()
      expect((await links(eve.client, evesOwn)).error).toBeNull()
      const takesOver = async () => {
        const { data } = await server.admin().auth.admin.generateLink({ type: 'recovery', email: eve.email })
        const { error } = await newBrowser().auth.verifyOtp({
          type: 'recovery',
          token_hash: data.properties?.hashed_token ?? '',
        })
        expect(error).toBeNull()
      }
      const racing = await startAuthServer(
        { ...database, transaction: async (work) => takesOver().then(() => database.transaction(work)) },
        { providers: [acme.config] },
      )
      const late = racing.browser({ flowType: 'pkce' })
      const { query } = await returns(late, evesOwn)
      expect((await late.auth.exchangeCodeForSession(query.get('code') ?? '')).error?.code).toBe('flow_state_not_found')
      const sessions = await database.query('select from auth.sessions where user_id = $1', [eve.id])
      expect(sessions).toHaveLength(1)
      await racing.close()
    })

    test('a new unverified address creates an account, which the owner of the address can take over', async () => {
      const eve = person({ email_verified: false })
      const { user } = await enters(eve)
      expect(user.email).toBe(eve.email)
      const owner = person({ email: eve.email }, 'globex')
      const entered = await enters(owner)
      expect(entered.user.id).toBe(user.id)
      expect(entered.user.identities?.map(({ provider }) => provider)).toEqual(['globex'])
      expect((await returns(newBrowser(), eve)).fragment.get('error_code')).toBe('provider_email_needs_verification')
    })

    test('with email confirmation enabled, an unverified address of a provider creates no account', async () => {
      const strict = await startAuthServer(database, { providers: [acme.config], confirmsEmail: true })
      const { data } = await strict.browser({ flowType: 'pkce' }).auth.signInWithOAuth({
        provider: 'acme' as Provider,
        options: { skipBrowserRedirect: true, queryParams: { login_hint: person({ email_verified: false }).sub } },
      })
      const began = await fetch(data.url ?? '', { redirect: 'manual' })
      const answer = new URL(await acme.follow(began.headers.get('location') ?? ''))
      const before = await people()
      const back = backOf(await fetch(`${strict.url}${answer.pathname}${answer.search}`, { redirect: 'manual' }))
      expect(back.fragment.get('error_code')).toBe('provider_email_needs_verification')
      expect(await people()).toBe(before)
      await strict.close()
    })

    // Only the owner of the tables can add the constraint: the session of the embedded engine.
    test.runIf(engine === 'pglite')('creates no account when its profile cannot be created', async () => {
      await database.query(`alter table public.profiles add constraint no_bob check (first_name <> 'Bob')`)
      const before = await people()
      const { fragment } = await returns(newBrowser(), person({ given_name: 'Bob' }))
      await database.query('alter table public.profiles drop constraint no_bob')
      expect(fragment.get('error_description')).toBe('The data of the account is not valid')
      expect(await people()).toBe(before)
    })

    test('rejects a provider sign-in without an address', async () => {
      const { fragment } = await returns(newBrowser(), person({ email: '' }))
      expect(fragment.get('error_description')).toBe('Error getting user email from external provider')
    })

    test('deleting an account removes the user’s address everywhere, and the user can sign up again', async () => {
      const who = person()
      const { user } = await enters(who)
      await server.admin().auth.admin.deleteUser(user.id, true)
      for (const table of ['server.proven_emails', 'auth.identities', 'server.provider_flows', 'auth.users']) {
        expect(JSON.stringify(await database.query(`select * from ${table}`))).not.toContain(who.email)
      }
      expect((await enters(who)).user.id).not.toBe(user.id)
    })

    test('rejects a provider sign-in to a banned account with user_banned', async () => {
      const who = person()
      const { user } = await enters(who)
      const late = newBrowser()
      const { query } = await returns(late, who)
      await server.admin().auth.admin.updateUserById(user.id, { ban_duration: '1h' })
      const { fragment } = await returns(newBrowser(), who)
      expect(Object.fromEntries(fragment)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
      expect((await late.auth.exchangeCodeForSession(query.get('code') ?? '')).error?.code).toBe('user_banned')
      const other = person()
      const id = await proven(other.email)
      await server.admin().auth.admin.updateUserById(id, { ban_duration: '1h' })
      expect((await returns(newBrowser(), other)).fragment.get('error_code')).toBe('user_banned')
      expect(await identitiesOf(id)).toHaveLength(1)
    })
  })

  describe('forged callbacks', () => {
    /** The redirect after a rejected callback: the error, and no code. */
    const output = ({ url, fragment, query }: Back) => ({
      site: url.origin,
      fragment: fragment.get('error_code'),
      query: query.get('error_code'),
      session: query.get('code'),
    })
    const only = (code: string) => ({ site, fragment: code, query: code, session: null })

    test('rejects a callback without a state, with an unknown one or a used one', async () => {
      expect(output(backOf(await opens(`${callbackUrl}?code=x`)))).toEqual(only('bad_oauth_callback'))
      expect(output(backOf(await opens(`${callbackUrl}?code=x&state=${'a'.repeat(43)}`)))).toEqual(
        only('bad_oauth_state'),
      )
      const answer = await throughProvider(newBrowser(), person())
      expect(backOf(await opens(answer)).query.get('code')).toBeTruthy()
      expect(output(backOf(await opens(answer)))).toEqual(only('bad_oauth_state'))
    })

    test('rejects a callback whose state is ten minutes old with flow_state_expired', async () => {
      const answer = await throughProvider(newBrowser(), person())
      advance(600)
      expect(output(backOf(await opens(answer)))).toEqual(only('flow_state_expired'))
    })

    test('rejects a callback with the code of another sign-in or another provider', async () => {
      const mine = new URL(await throughProvider(newBrowser(), person()))
      const stolen = new URL(await throughProvider(newBrowser(), person()))
      mine.searchParams.set('code', stolen.searchParams.get('code') ?? '')
      expect(output(backOf(await opens(mine.href)))).toEqual(only('unexpected_failure'))
      const there = new URL(await throughProvider(newBrowser(), person({}, 'globex')))
      const here = new URL(await throughProvider(newBrowser(), person()))
      const states = [here.searchParams.get('state') ?? '', there.searchParams.get('state') ?? '']
      there.searchParams.set('state', states[0] ?? '')
      expect(output(backOf(await opens(there.href)))).toEqual(only('unexpected_failure'))
    })

    test.each([
      ['nonce', { nonce: 'of another sign-in' }],
      ['issuer', { iss: 'https://evil.example' }],
      ['audience', { aud: 'another-client' }],
      ['time', { exp: 1_000_000_000 }],
    ])('rejects an ID token with the wrong %s', async (_, claims) => {
      const answer = await throughProvider(newBrowser(), person())
      acme.forge(claims)
      const before = await people()
      expect(output(backOf(await opens(answer)))).toEqual(only('unexpected_failure'))
      expect(await people()).toBe(before)
    })

    test('rejects a callback without a code with bad_oauth_callback', async () => {
      const answer = new URL(await throughProvider(newBrowser(), person()))
      answer.searchParams.delete('code')
      expect(output(backOf(await opens(answer.href)))).toEqual(only('bad_oauth_callback'))
    })
  })

  describe('provider failures', () => {
    test('passes on the provider’s error and error_description', async () => {
      const began = backOf(
        await opens(`${site}/auth/v1/authorize?provider=acme&${challenge}&redirect_to=${encodeURIComponent(home)}`),
      )
      const state = began.query.get('state') ?? ''
      const refused = new URLSearchParams({ state, error: 'access_denied', error_description: 'The person said no' })
      const back = backOf(await opens(`${callbackUrl}?${refused.toString()}`))
      expect(back.url.href.startsWith(`${home}&`)).toBe(true)
      for (const side of [back.query, back.fragment]) {
        expect(Object.fromEntries(side)).toMatchObject({
          error: 'access_denied',
          error_description: 'The person said no',
        })
      }
      expect(back.fragment.has('sb')).toBe(true)
    })

    test.each(['silent', 'broken'] as const)(
      'answers temporarily_unavailable when the provider is %s during the code exchange',
      async (state) => {
        const answer = await throughProvider(newBrowser(), person())
        const before = await people()
        acme.become(state)
        const startedAt = performance.now()
        const back = backOf(await opens(answer))
        expect(performance.now() - startedAt).toBeLessThan(15_000)
        expect(Object.fromEntries(back.fragment)).toMatchObject({
        error: 'temporarily_unavailable', error_description: 'Acme could not be reached. Please try again.',
      }) // prettier-ignore
        expect(await people()).toBe(before)
      },
    )

    test('stops reading a response of a provider that does not end', async () => {
      const answer = await throughProvider(newBrowser(), person())
      acme.become('endless')
      const startedAt = performance.now()
      const back = backOf(await opens(answer))
      expect(performance.now() - startedAt).toBeLessThan(4000)
      expect(back.fragment.get('error_code')).toBe('unexpected_failure')
    })

    test('answers temporarily_unavailable when the provider cannot be reached, and recovers', async () => {
      const late = await startOidcPeer({ id: 'late', name: 'Late', redirectUris: [callbackUrl] })
      late.become('broken')
      const other = await startAuthServer(database, { providers: [late.config] })
      const authorize = () =>
        fetch(`${other.url}/auth/v1/authorize?provider=late&${challenge}&redirect_to=${encodeURIComponent(home)}`, {
          redirect: 'manual',
        })
      const back = backOf(await authorize())
      expect(back.url.href.startsWith(home)).toBe(true)
      expect(Object.fromEntries(back.query)).toMatchObject({
        error: 'temporarily_unavailable', error_description: 'Late could not be reached. Please try again.',
      }) // prettier-ignore
      late.become('well')
      expect(backOf(await authorize()).url.origin).toBe(late.config.issuer)
      await Promise.all([late.close(), other.close()])
    })
  })

  describe('failures of redirects to a provider and back', () => {
    /** The app shows them: a browser would show a JSON response. */
    const toApp = (response: Response) => {
      const { url, query } = backOf(response)
      expect(url.origin).toBe(site)
      return [query.get('error'), query.get('error_code')]
    }

    test('a rate limit leads to the app', async () => {
      const strict = await startAuthServer(database, { providers: [acme.config], rateLimitFactor: 1 / 100 })
      // Later than the counters of other tests.
      strict.advance(skippedMs / 1000 + 2 * 86_400)
      expect((await strict.send(`/authorize?provider=acme&${challenge}`, { key: null })).status).toBe(302)
      await strict.send('/verify?token=x&type=signup', { key: null })
      for (const path of [
        `/authorize?provider=acme&${challenge}`,
        '/callback?state=x',
        '/verify?token=x&type=signup',
      ]) {
        expect(toApp(await strict.send(path, { key: null }))).toEqual(['invalid_request', 'over_request_rate_limit'])
      }
      await strict.close()
    })

    test('a database that is unavailable leads to the app', async () => {
      const answer = await throughProvider(newBrowser(), person())
      const transaction: Database['transaction'] = () =>
        Promise.reject(new DatabaseError({ kind: 'unavailable', message: 'connection refused' }))
      const failing = await startAuthServer({ ...database, transaction }, { providers: [acme.config] })
      failing.advance(skippedMs / 1000)
      const response = await failing.send(`/callback${new URL(answer).search}`, { key: null })
      expect(toApp(response)[0]).toBe('temporarily_unavailable')
      await failing.close()
    })
  })

  describe('linking an identity', () => {
    test('linking adds an identity to the account and keeps its session at the same assurance level', async () => {
      const { client, id } = await signsUp()
      await withFactor(client)
      const sessionBefore = (await client.auth.getClaims()).data?.claims.session_id
      const who = person()
      const { data, error } = await links(client, who)
      expect(error).toBeNull()
      expect(data.session?.provider_token).toBeTruthy()
      expect((await client.auth.getClaims()).data?.claims).toMatchObject({ session_id: sessionBefore, aal: 'aal2' })
      const { data: known } = await client.auth.getUserIdentities()
      expect(known?.identities.map(({ provider }) => provider)).toEqual(['email', 'acme'])
      expect((await enters(who)).user).toMatchObject({ id, app_metadata: { providers: ['email', 'acme'] } })
    })

    test('rejects linking an identity that this or another account has with 422 identity_already_exists', async () => {
      const one = await signsUp()
      const who = person()
      await links(one.client, who)
      expect((await links(one.client, who)).error).toMatchObject({
        status: 422, code: 'identity_already_exists', message: 'Identity is already linked',
      }) // prettier-ignore
      const other = await signsUp()
      const stolen = await links(other.client, who)
      expect(stolen.error?.message).toBe('Identity is already linked to another user')
      expect(await identitiesOf(other.id)).toHaveLength(1)
    })

    // The embedded engine has one session, so nothing waits for a lock there.
    test.runIf(engine === 'postgres')('linking locks the identity before its user, like a callback', async () => {
      const { client, id } = await signsUp()
      const who = person()
      const { query } = await startsLinking(client, who)
      const linked = await database.transaction(async (callback) => {
        await callback.query('select server.lock_identity($1, $2)', [who.provider, who.sub])
        const exchange = client.auth.exchangeCodeForSession(query.get('code') ?? '')
        const waiting = () =>
          database.query(
            `select from pg_locks l join pg_database d on d.oid = l.database
             where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
          )
        await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 10_000, interval: 20 })
        await callback.query('select from auth.users where id = $1 for update nowait', [id])
        return { exchange }
      })
      expect((await linked.exchange).error).toBeNull()
    })

    test('linking and unlinking require aal2 on an account with a second factor', async () => {
      const { client, email, id } = await signsUp()
      await withFactor(client)
      const weak = server.browser({ flowType: 'pkce' })
      await weak.auth.signInWithPassword({ email, password })
      const refused = await weak.auth.linkIdentity({
        provider: 'acme' as Provider,
        options: { skipBrowserRedirect: true },
      })
      expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
      expect((await links(client, person())).error).toBeNull()
      const [, linked] = (await client.auth.getUserIdentities()).data?.identities ?? []
      if (!linked) throw new Error('not linked')
      expect((await weak.auth.unlinkIdentity(linked)).error?.code).toBe('insufficient_aal')
      expect((await client.auth.unlinkIdentity(linked)).error).toBeNull()
      expect(await identitiesOf(id)).toHaveLength(1)
    })

    test('links nothing when the session ends before or after the provider’s sign-in page', async () => {
      const { client, id } = await signsUp()
      const { data } = await client.auth.linkIdentity({
        provider: 'acme' as Provider, options: { skipBrowserRedirect: true, queryParams: { login_hint: person().sub } },
      }) // prettier-ignore
      await client.auth.signOut({ scope: 'local' })
      const back = backOf(await opens(await acme.follow(data.url ?? '')))
      expect(back.fragment.get('error_code')).toBe('bad_oauth_state')

      const { client: later, id: laterId } = await signsUp()
      const { query } = await startsLinking(later, person())
      await database.query('delete from auth.sessions where user_id = $1', [laterId])
      const { error } = await later.auth.exchangeCodeForSession(query.get('code') ?? '')
      expect(error?.name).toBe('AuthSessionMissingError')
      for (const each of [id, laterId]) expect(await identitiesOf(each)).toHaveLength(1)
    })

    test('another browser cannot complete a linking: its code requires the verifier', async () => {
      const eve = await signsUp()
      const victim = person()
      const { query } = await startsLinking(eve.client, victim)
      expect(await identitiesOf(eve.id)).toHaveLength(1)
      const json = { auth_code: query.get('code'), code_verifier: 'x'.repeat(43) }
      expect((await server.send('/token?grant_type=pkce', { json })).status).toBe(400)
      expect((await eve.client.auth.exchangeCodeForSession(query.get('code') ?? '')).error?.code).toBe(
        'flow_state_not_found',
      )
      expect(await identitiesOf(eve.id)).toHaveLength(1)
      expect((await enters(victim)).user.id).not.toBe(eve.id)
    })

    test('rejects linking without PKCE with 400 validation_failed', async () => {
      const { email } = await signsUp()
      const client = server.browser()
      await client.auth.signInWithPassword({ email, password })
      const { error } = await client.auth.linkIdentity({
        provider: 'acme' as Provider,
        options: { skipBrowserRedirect: true },
      })
      expect(error).toMatchObject({
        status: 400, code: 'validation_failed',
        message: 'PKCE flow requires code_challenge_method and code_challenge',
      }) // prettier-ignore
    })

    test('a provider sign-in sets no cookie', async () => {
      const began = await opens(`${site}/auth/v1/authorize?provider=acme&${challenge}`)
      const back = await opens(await throughProvider(newBrowser(), person()))
      for (const answer of [began, back]) expect(answer.headers.get('set-cookie')).toBeNull()
    })
  })

  describe('unlinking an identity', () => {
    const identities = async ({ auth }: Client) => (await auth.getUserIdentities()).data?.identities ?? []
    const unlinks = async (client: Client, provider: string) => {
      const identity = (await identities(client)).find((one) => one.provider === provider)
      if (!identity) throw new Error(`no ${provider}`)
      return client.auth.unlinkIdentity(identity)
    }
    const lastOne = {
      status: 422,
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    }

    test('unlinking removes the identity and revokes the sessions that signed in with it', async () => {
      const { client } = await signsUp()
      const who = person()
      await links(client, who)
      const byProvider = await enters(who)
      expect((await unlinks(client, 'acme')).error).toBeNull()
      expect((await byProvider.client.auth.getUser()).error).not.toBeNull()
      expect((await client.auth.getUser()).data.user?.app_metadata).toMatchObject({ providers: ['email'] })
      expect((await enters(who)).user.id).not.toBe(byProvider.user.id)
    })

    test('a provider’s code opens no session after the provider was unlinked', async () => {
      const { client } = await signsUp()
      const who = person()
      await links(client, who)
      const late = newBrowser()
      const { query } = await returns(late, who)
      expect((await unlinks(client, 'acme')).error).toBeNull()
      expect((await late.auth.exchangeCodeForSession(query.get('code') ?? '')).error?.code).toBe('flow_state_not_found')
    })

    test('rejects unlinking the last identity, a provider or email, with 422 single_identity_not_deletable', async () => {
      const { client } = await enters(person())
      expect((await unlinks(client, 'acme')).error).toMatchObject(lastOne)
      const { client: other } = await signsUp()
      expect((await unlinks(other, 'email')).error).toMatchObject(lastOne)
    })

    test('an email identity counts for unlinking only while the account has a password', async () => {
      const { client, user } = await enters(person())
      await client.auth.updateUser({ password })
      expect((await identities(client)).map(({ provider }) => provider)).toEqual(['acme', 'email'])
      await database.query('update auth.users set encrypted_password = null where id = $1', [user.id])
      expect((await unlinks(client, 'acme')).error).toMatchObject(lastOne)
      await client.auth.updateUser({ password })
      expect((await unlinks(client, 'acme')).error).toBeNull()
      expect((await signsIn(user.email ?? '')).error).toBeNull()
    })

    test('an identity of a provider that is no longer configured does not count for unlinking', async () => {
      const { client, id } = await signsUp()
      await links(client, person())
      await database.query(`update auth.identities set provider = 'gone' where user_id = $1 and provider = 'acme'`, [
        id,
      ])
      expect((await unlinks(client, 'email')).error).toMatchObject(lastOne)
    })

    test('unlinking the email identity removes the password, and revokes the other sessions that it opened', async () => {
      const { client, email } = await signsUp()
      const who = person({ email_verified: false })
      await links(client, who)
      const elsewhere = newBrowser()
      await elsewhere.auth.signInWithPassword({ email, password })
      const { client: byProvider } = await enters(who)
      expect((await unlinks(client, 'email')).error).toBeNull()
      expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
      for (const kept of [client, byProvider]) expect((await kept.auth.getUser()).error).toBeNull()
      expect((await signsIn(email)).error?.code).toBe('invalid_credentials')
      expect((await enters(who)).user.email).toBe(email)
    })

    test('unlinking email moves the account to the remaining identity’s address, unless another account has it', async () => {
      const { client } = await signsUp()
      const who = person()
      await links(client, who)
      const taken = await signsUp(who.email)
      expect((await unlinks(client, 'email')).error?.code).toBe('email_conflict_identity_not_deletable')
      await server.admin().auth.admin.deleteUser(taken.id)
      expect((await unlinks(client, 'email')).error).toBeNull()
      expect((await client.auth.getUser()).data.user?.email).toBe(who.email)
    })

    test('rejects unlinking an unknown identity or one of another user with 422 identity_not_found', async () => {
      const { client } = await signsUp()
      await links(client, person())
      const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
      const remove = async (id: string) => {
        const response = await server.send(`/user/identities/${id}`, { method: 'DELETE', bearer })
        return [response.status, ((await response.json()) as { code: string }).code]
      }
      expect(await remove('7')).toEqual([404, 'validation_failed'])
      expect(await remove(randomUUID())).toEqual([422, 'identity_not_found'])
      const other = await enters(person())
      expect(await remove(other.user.identities?.[0]?.identity_id ?? '')).toEqual([422, 'identity_not_found'])
      expect((await identities(other.client)).length).toBe(1)
    })
  })
})
