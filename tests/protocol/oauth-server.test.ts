import { createHash, randomBytes } from 'node:crypto'
import * as oauth from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { MAX_UNOPENED_AUTHORIZATIONS, UNUSED_OAUTH_CLIENTS } from '../../server/auth/constants.ts'
import { allow, ask, connect, exchange, REDIRECT, register } from './connected-app.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

describe.each(engines)('connected apps on %s', (engine) => {
  let server: TestServer
  let origin: string
  let ana: Person

  beforeAll(async () => {
    server = await createTestServer(engine)
    origin = server.url.replace('127.0.0.1', 'localhost')
    ana = await server.founder('ana')
  })
  afterAll(() => server.close())

  const auth = (path: string, init?: RequestInit) => fetch(`${origin}/auth/v1${path}`, { redirect: 'manual', ...init })
  const tokenOf = async ({ client }: Person) => (await client.auth.getSession()).data.session?.access_token ?? ''
  const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })

  const readGoals = (token: string) =>
    fetch(`${origin}/rest/v1/goals?select=text`, {
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
    })

  test('an app discovers the server, registers, asks, and reads what it was allowed to, until it is disconnected', async () => {
    await ana.client.from('goals').insert({ user_id: ana.id, text: 'Ten demos', period: 'weekly' })
    const { app, tokens } = await connect(origin, ana)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'records:read' })
    expect(await (await readGoals(tokens.access_token)).json()).toEqual([{ text: 'Ten demos' }])

    const refreshed = await oauth.refreshTokenGrant(app, tokens.refresh_token ?? '')
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    expect((await readGoals(refreshed.access_token)).status).toBe(200)

    const { data: grants } = await ana.client.auth.oauth.listGrants()
    expect(grants).toMatchObject([{ client: { name: 'Assistant' }, scopes: ['records:read'] }])
    await ana.client.auth.oauth.revokeGrant({ clientId: app.clientMetadata().client_id })
    expect((await readGoals(refreshed.access_token)).status).toBe(401)
    await expect(oauth.refreshTokenGrant(app, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await ana.client.auth.oauth.listGrants()).data).toEqual([])
  })

  test('the app finds the metadata by the issuer', async () => {
    const response = await fetch(`${origin}/.well-known/oauth-authorization-server/auth/v1`)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({
      issuer: `${origin}/auth/v1`,
      registration_endpoint: `${origin}/auth/v1/oauth/clients/register`,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['records:read', 'records:write', 'squad:write'],
    })
  })

  test('the page that asks learns who asks for what, and one who declines sends the app away', async () => {
    const app = await register(origin, { client_name: 'Notes' })
    const { id } = await ask(origin, app, { scope: 'records:read records:write' })
    const { data } = await ana.client.auth.oauth.getAuthorizationDetails(id)
    expect(data).toMatchObject({
      authorization_id: id,
      redirect_uri: REDIRECT,
      client: { name: 'Notes', registration_type: 'dynamic' },
      user: { id: ana.id, email: ana.email },
      scope: 'records:read records:write',
    })
    const denied = await ana.client.auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true })
    const back = new URL(denied.data?.redirect_url ?? '')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
      iss: `${origin}/auth/v1`,
    })
    expect((await ana.client.auth.oauth.getAuthorizationDetails(id)).error?.code).toBe('oauth_authorization_not_found')
  })

  test('less may be allowed than was asked for, never more', async () => {
    const app = await register(origin)
    const { id, verifier } = await ask(origin, app, { scope: 'records:read records:write' })
    const answer = async (scope: string) =>
      auth(`/oauth/authorizations/${id}/consent`, {
        method: 'POST',
        body: JSON.stringify({ action: 'approve', scope }),
        headers: { apikey: server.publishableKey, authorization: `Bearer ${await tokenOf(ana)}` },
      })
    expect((await answer('records:read squad:write')).status).toBe(400)
    const { redirect_url } = (await (await answer('records:read')).json()) as { redirect_url: string }
    expect(await exchange(app, new URL(redirect_url), verifier)).toMatchObject({ scope: 'records:read' })
  })

  test('connecting an app takes a recent proof', async () => {
    const app = await register(origin)
    const { id } = await ask(origin, app)
    const eve = await server.founder('eve')
    await eve.client.auth.oauth.getAuthorizationDetails(id)
    await server.database.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [eve.id],
    )
    const refused = await eve.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
    expect(refused.error?.code).toBe('reauthentication_needed')
    await fetch(`${origin}/auth/v1/reauthenticate`, {
      method: 'POST',
      body: JSON.stringify({ password: eve.password }),
      headers: { apikey: server.publishableKey, authorization: `Bearer ${await tokenOf(eve)}` },
    })
    expect((await allow(eve, id)).searchParams.has('code')).toBe(true)
  })

  test('an app’s token opens nothing but the tables: no account, no live changes, no functions, and changes nothing', async () => {
    const { tokens } = await connect(origin, ana)
    const headers = { apikey: server.publishableKey, authorization: `Bearer ${tokens.access_token}` }
    const call = (path: string, method = 'GET', body?: object) =>
      fetch(`${origin}${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    expect((await call('/auth/v1/user')).status).toBe(403)
    expect((await call('/auth/v1/user', 'PUT', { password: 'another one 7' })).status).toBe(403)
    expect((await call('/auth/v1/logout', 'POST')).status).toBe(403)
    expect((await call('/auth/v1/user/oauth/grants')).status).toBe(403)
    expect((await call('/auth/v1/admin/users')).status).toBe(403)
    expect((await call('/functions/v1/growth-chat', 'POST', { message: 'Hello' })).status).toBe(401)
    for (const table of ['user_roles', 'founder_ai_memory', 'squad_conversations', 'saved_views']) {
      expect((await call(`/rest/v1/${table}`)).status).toBe(403)
    }
    expect((await call('/rest/v1/rpc/delete_my_account', 'POST', {})).status).toBe(403)
    expect((await call('/rest/v1/goals', 'POST', { user_id: ana.id, text: 'Mine', period: 'weekly' })).status).toBe(403)
    for (const table of ['squad_messages', 'ai_conversations']) {
      expect(await (await call(`/rest/v1/${table}`)).json()).toEqual([])
    }
    expect((await call('/rest/v1/goals?completed=is.false', 'DELETE')).status).toBe(403)
    const socket = new WebSocket(
      `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=1.0.0`,
    )
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const reply = new Promise<string>((resolve) =>
      socket.addEventListener('message', ({ data }) => resolve(data as string)),
    )
    socket.send(
      JSON.stringify({
        topic: 'realtime:goals',
        event: 'phx_join',
        ref: '1',
        payload: {
          access_token: tokens.access_token,
          config: { postgres_changes: [{ event: '*', schema: 'public', table: 'goals' }] },
        },
      }),
    )
    expect(await reply).toContain('"status":"error"')
    socket.close()
  })

  test('the role of apps reaches what one file grants, and nothing else', async () => {
    const reachable = await server.database.query<{ verb: string; name: string }>(
      `select verb, c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace,
         unnest(array['select', 'insert', 'update', 'delete']) as verb
       where n.nspname in ('public', 'private', 'auth', 'server') and c.relkind in ('r', 'v')
         and case verb when 'delete' then has_table_privilege('connected_app', c.oid, verb)
           else has_any_column_privilege('connected_app', c.oid, verb) end
       union all
       select 'call', f.proname from pg_proc f join pg_namespace n on n.oid = f.pronamespace
       where n.nspname = 'public' and has_function_privilege('connected_app', f.oid, 'execute')
       union all
       select 'write', format('%s(%s)', c.relname, string_agg(a.attname, ',' order by a.attname))
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
       where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('connected_app', c.oid, a.attnum, 'update')
       group by c.relname
       order by 1, 2`,
    )
    const names = (of: string) => reachable.flatMap(({ verb, name }) => (verb === of ? [name] : [])).join(' ')
    expect(names('call')).toBe(
      'app_access check_ins_between find_records first_loop_points founder_context goal_sums loop_counts_on loop_gains undo_app_entry',
    )
    expect(names('select')).toBe(
      'ai_conversations decisions goals loop_starts notes own_notes profiles runway_data runway_points runway_proposals squad_bookings squad_messages traction_loops traction_points weekly_checkins weekly_target_points weekly_targets',
    )
    expect(names('insert')).toBe('decisions goals squad_messages weekly_checkins')
    expect(names('update')).toBe('goals')
    expect(names('write')).toBe('goals(completed)')
    expect(names('delete')).toBe('')
  })

  test('an app without the scope reads nothing', async () => {
    const { tokens } = await connect(origin, ana, 'squad:write')
    expect(await (await readGoals(tokens.access_token)).json()).toEqual([])
  })

  test('the tokens of an app and of a person are refreshed where they were issued only', async () => {
    const { app, tokens } = await connect(origin, ana)
    const asPerson = await auth('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: tokens.refresh_token }),
      headers: { apikey: server.publishableKey },
    })
    expect(await asPerson.json()).toMatchObject({ code: 'session_not_found' })
    const own = (await ana.client.auth.getSession()).data.session?.refresh_token ?? ''
    await expect(oauth.refreshTokenGrant(app, own)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(oauth.refreshTokenGrant(await register(origin), tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    // None of these has ended the app's session.
    expect((await oauth.refreshTokenGrant(app, tokens.refresh_token ?? '')).access_token).toBeTruthy()
  })

  test('signing out everywhere and a new password disconnect the apps, an app itself does so by revocation', async () => {
    const bob = await server.founder('bob')
    const first = await connect(origin, bob)
    await bob.client.auth.updateUser({ password: 'another one 7', current_password: bob.password })
    expect((await readGoals(first.tokens.access_token)).status).toBe(401)
    const second = await connect(origin, bob)
    await bob.client.auth.signOut({ scope: 'global' })
    expect((await readGoals(second.tokens.access_token)).status).toBe(401)

    const third = await connect(origin, ana)
    const others = await connect(origin, ana)
    await oauth.tokenRevocation(others.app, third.tokens.access_token)
    expect((await readGoals(third.tokens.access_token)).status).toBe(200)
    await oauth.tokenRevocation(third.app, third.tokens.refresh_token ?? '')
    expect((await readGoals(third.tokens.access_token)).status).toBe(401)
  })

  describe('attacks', () => {
    test('a code that was not exchanged yet ends with the app’s disconnection', async () => {
      const gus = await server.founder('gus')
      const app = await register(origin)
      const { id, verifier } = await ask(origin, app)
      const back = await allow(gus, id)
      await gus.client.auth.oauth.revokeGrant({ clientId: app.clientMetadata().client_id })
      await expect(exchange(app, back, verifier)).rejects.toMatchObject({ error: 'invalid_grant' })
    })

    test('a NUL in a parameter is refused as a parameter', async () => {
      const { client_id } = (await register(origin)).clientMetadata()
      const query = new URLSearchParams({ client_id, redirect_uri: REDIRECT, state: '\0' })
      const { headers } = await auth(`/oauth/authorize?${query.toString()}`)
      expect(headers.get('location')).toBe(`${origin}/oauth/consent?refused=parameters`)
    })

    test('a code opens one session, for its app and verifier only, and ends it when it comes again', async () => {
      const app = await register(origin)
      const other = await register(origin)
      const { id, verifier } = await ask(origin, app)
      const back = await allow(ana, id)
      await expect(exchange(app, back, oauth.randomPKCECodeVerifier())).rejects.toMatchObject({
        error: 'invalid_grant',
      })
      await expect(exchange(other, back, verifier)).rejects.toMatchObject({ error: 'invalid_grant' })
      const tokens = await exchange(app, back, verifier)
      expect((await readGoals(tokens.access_token)).status).toBe(200)
      await expect(exchange(app, back, verifier)).rejects.toMatchObject({ error: 'invalid_grant' })
      expect((await readGoals(tokens.access_token)).status).toBe(401)
    })

    test('a code does not outlive a minute, nor the session that allowed it', async () => {
      const app = await register(origin)
      const carl = await server.founder('carl')
      const late = await ask(origin, app)
      const lateBack = await allow(carl, late.id)
      await server.database.query(
        `update server.oauth_authorizations set code_created_at = code_created_at - interval '61 seconds' where id = $1`,
        [late.id],
      )
      await expect(exchange(app, lateBack, late.verifier)).rejects.toMatchObject({ error: 'invalid_grant' })
      const { id, verifier } = await ask(origin, app)
      const back = await allow(carl, id)
      await carl.client.auth.signOut({ scope: 'global' })
      await expect(exchange(app, back, verifier)).rejects.toMatchObject({ error: 'invalid_grant' })
    })

    test('a request belongs to the person who opened it first, and is answered once', async () => {
      const app = await register(origin)
      const { id } = await ask(origin, app)
      const mallory = await server.founder('mallory')
      await ana.client.auth.oauth.getAuthorizationDetails(id)
      expect((await mallory.client.auth.oauth.getAuthorizationDetails(id)).error?.code).toBe(
        'oauth_authorization_not_found',
      )
      const stolen = await mallory.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
      expect(stolen.error?.code).toBe('oauth_authorization_not_found')
      await allow(ana, id)
      const again = await ana.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
      expect(again.error?.code).toBe('oauth_authorization_not_found')
    })

    test('no browser is sent to an address that the app has not registered', async () => {
      const app = await register(origin)
      const id = app.clientMetadata().client_id
      const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url')
      const to = async (redirect: string) => {
        const query = new URLSearchParams({
          client_id: id, redirect_uri: redirect, response_type: 'code', code_challenge: challenge,
          code_challenge_method: 'S256',
        }) // prettier-ignore
        return (await auth(`/oauth/authorize?${query.toString()}`)).headers.get('location') ?? ''
      }
      for (const redirect of [
        'https://evil.example/', `${REDIRECT}/`, `${REDIRECT}?a=1`, 'https://assistant.example.evil.example/callback',
        'https://assistant.example@evil.example/callback', 'javascript:alert(1)', '',
      ]) {
        expect(await to(redirect)).toBe(`${origin}/oauth/consent?refused=redirect_uri`)
      } // prettier-ignore
      expect(await to(REDIRECT)).toMatch('authorization_id=')
      const twice = await auth(`/oauth/authorize?client_id=${id}&client_id=${id}&redirect_uri=${REDIRECT}`)
      expect(twice.headers.get('location')).toBe(`${origin}/oauth/consent?refused=parameters`)
    })

    test('there is no way around PKCE with S256, to more scopes, or to another resource', async () => {
      const app = await register(origin)
      const sent = async (more: Record<string, string>) => {
        const query = new URLSearchParams({
          client_id: app.clientMetadata().client_id, redirect_uri: REDIRECT, response_type: 'code', state: 's',
          code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', ...more,
        }) // prettier-ignore
        const location = (await auth(`/oauth/authorize?${query.toString()}`)).headers.get('location') ?? ''
        const { origin: host, searchParams } = new URL(location)
        expect(host).toBe('https://assistant.example')
        expect(searchParams.get('state')).toBe('s')
        return searchParams.get('error')
      }
      expect(await sent({ code_challenge_method: 'plain' })).toBe('invalid_request')
      expect(await sent({ code_challenge_method: '', code_challenge: '' })).toBe('invalid_request')
      expect(await sent({ response_type: 'token' })).toBe('unsupported_response_type')
      expect(await sent({ scope: 'records:read admin' })).toBe('invalid_scope')
      expect(await sent({ resource: 'https://other.example/mcp' })).toBe('invalid_target')
    })

    test('a confidential client proves itself as it has registered', async () => {
      const app = await register(origin, { token_endpoint_auth_method: 'client_secret_basic' })
      const { client_id, client_secret } = app.clientMetadata() as { client_id: string; client_secret: string }
      const { id, verifier } = await ask(origin, app)
      const code = (await allow(ana, id)).searchParams.get('code') ?? ''
      const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT }
      const basic = (secret: string) => ({
        authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
      })
      const without = await auth('/oauth/token', form({ ...fields, client_id }))
      expect(without.status).toBe(401)
      const posted = await auth('/oauth/token', form({ ...fields, client_id, client_secret }))
      expect(await posted.json()).toMatchObject({ error: 'invalid_client' })
      const wrong = await auth('/oauth/token', { ...form(fields), headers: basic('wrong') })
      expect(wrong.headers.get('www-authenticate')).toContain('Basic')
      const right = await auth('/oauth/token', { ...form(fields), headers: basic(client_secret) })
      expect(right.status).toBe(200)
    })

    test('registration refuses what could mislead or attack a browser', async () => {
      const refused = async (fields: object) => {
        const response = await auth('/oauth/clients/register', {
          method: 'POST',
          body: JSON.stringify({ redirect_uris: [REDIRECT], ...fields }),
        })
        expect(response.status).toBe(400)
        return ((await response.json()) as { error: string }).error
      }
      for (const uri of [
        'ms-word:ofe|u|https://evil.example/x.docx',
        'search-ms:query=x',
        'javascript:alert(1)',
        'data:text/html,x',
        'http://evil.example/',
        'https://a.example/#x',
        'x',
      ]) {
        expect(await refused({ redirect_uris: [uri] })).toBe('invalid_redirect_uri')
      }
      expect(await refused({ redirect_uris: [] })).toBe('invalid_redirect_uri')
      expect(await refused({ client_name: 'Claude\u202e' })).toBe('invalid_client_metadata')
      expect(await refused({ client_name: 'x'.repeat(101) })).toBe('invalid_client_metadata')
      expect(await refused({ client_uri: 'javascript:alert(1)' })).toBe('invalid_client_metadata')
      const notJson = await auth('/oauth/clients/register', { method: 'POST', body: 'redirect_uris=x' })
      expect(notJson.status).toBe(400)
    })

    test('a flood of requests or registrations costs the oldest, not one that someone has opened', async () => {
      const app = await register(origin)
      const [opened, unopened] = [await ask(origin, app), await ask(origin, app)]
      await ana.client.auth.oauth.getAuthorizationDetails(opened.id)
      await server.database.query(
        `insert into server.oauth_authorizations (id, client_id, redirect_uri, scope, code_challenge, created_at)
         select 'flood ' || number, $1, 'http://localhost', 'records:read', '', now()
         from generate_series(1, $2::int) number`,
        [app.clientMetadata().client_id, MAX_UNOPENED_AUTHORIZATIONS],
      )
      await server.database.query(
        `insert into auth.oauth_clients (client_secret_hash, registration_type, redirect_uris, grant_types, token_endpoint_auth_method, created_at, updated_at)
         select null, 'dynamic', 'http://localhost', 'authorization_code', 'none', now(), now()
         from generate_series(1, $1::int)`,
        [UNUSED_OAUTH_CLIENTS.most],
      )
      const late = await register(origin)
      const { id } = await ask(origin, late)
      for (const [asked, error] of [
        [id, undefined],
        [opened.id, undefined],
        [unopened.id, 'oauth_authorization_not_found'],
      ] as const) {
        expect((await ana.client.auth.oauth.getAuthorizationDetails(asked)).error?.code).toBe(error)
      }
      const [counts] = await server.database.query(
        `select (select count(*)::int from server.oauth_authorizations where user_id is null) as unopened,
           (select count(*)::int from auth.oauth_clients c where updated_at = created_at
              and not exists (select from server.oauth_authorizations where client_id = c.id and user_id is not null)) as unused`,
        [],
      )
      expect(counts).toEqual({ unopened: MAX_UNOPENED_AUTHORIZATIONS - 1, unused: UNUSED_OAUTH_CLIENTS.most - 1 })
    })

    test('an account with a second factor is connected by a session that has passed it only', async () => {
      const app = await register(origin)
      const { id } = await ask(origin, app)
      const dora = await server.founder('dora')
      await dora.client.auth.oauth.getAuthorizationDetails(id)
      await server.database.query(
        `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
         values ($1, 'Phone', 'totp', 'verified', now(), now())`,
        [dora.id],
      )
      const refused = await dora.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
      expect(refused.error?.code).toBe('insufficient_aal')
    })
  })

  test('the operator registers, changes and deletes apps, whose sessions end with them', async () => {
    const admin = server.client(server.secretKey).auth.admin.oauth
    const { data: created } = await admin.createClient({
      client_name: 'Checked', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none',
    }) // prettier-ignore
    const id = created?.client_id ?? ''
    expect(created).toMatchObject({ registration_type: 'manual', client_type: 'public' })
    expect((await admin.updateClient(id, { client_name: 'Renamed' })).data?.client_name).toBe('Renamed')
    expect((await admin.getClient(id)).data).toMatchObject({ client_name: 'Renamed', redirect_uris: [REDIRECT] })
    expect((await admin.listClients()).data.clients.map(({ client_id }) => client_id)).toContain(id)
    expect((await admin.regenerateClientSecret(id)).error?.status).toBe(400)

    const app = await oauth.discovery(new URL(`${origin}/auth/v1`), id, undefined, oauth.None(), {
      algorithm: 'oauth2',
      execute: [oauth.allowInsecureRequests],
    })
    const { id: asked, verifier } = await ask(origin, app)
    const tokens = await exchange(app, await allow(ana, asked), verifier)
    expect((await readGoals(tokens.access_token)).status).toBe(200)
    await admin.deleteClient(id)
    expect((await readGoals(tokens.access_token)).status).toBe(401)
    expect((await admin.getClient(id)).error?.code).toBe('oauth_client_not_found')
    expect((await ana.client.auth.admin.oauth.listClients()).error?.status).toBe(403)
  })
})

test('the operator closes the registration', async () => {
  const server = await createTestServer('pglite', { env: { OAUTH_REGISTRATION: 'closed' } })
  const register = () =>
    fetch(`${server.url}/auth/v1/oauth/clients/register`, {
      method: 'POST',
      body: JSON.stringify({ redirect_uris: [REDIRECT] }),
    })
  expect((await register()).status).toBe(403)
  const metadata = await fetch(`${server.url}/auth/v1/.well-known/oauth-authorization-server`)
  expect(await metadata.json()).not.toHaveProperty('registration_endpoint')
  await server.close()
})
