import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_SCOPES } from '../../domain/app-scopes.ts'
import { addFactor, gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'
import { openAuthServer, type AuthServer } from '../supabase-apps.ts'
import { shapeMissing } from '../supabase-cluster.ts'

const ALL = Object.keys(APP_SCOPES)

describe.skipIf(shapeMissing)('connected apps on a database of the shape of Supabase', () => {
  let cast: Cast
  let auth: AuthServer

  beforeAll(async () => {
    cast = await gather('supabase')
    const url = new URL(cast.config.kind === 'postgres' ? cast.config.url : '')
    url.username = 'supabase_auth_admin'
    auth = await openAuthServer(url.href)
  })
  afterAll(async () => {
    await auth.close()
    await cast.close()
  })

  const allow = (person: Actor, client: string, scopes: readonly string[] = ALL) =>
    person.calls('allow_app', { client, scopes: `{${scopes.join(',')}}` })

  /** A new app that the person is asked for, and answers. @returns its id */
  async function answer(person: Actor, scopes: readonly string[] = ALL): Promise<string> {
    const client = await auth.register()
    await allow(person, client, scopes)
    await auth.consent(person.id, client)
    return client
  }

  /** A new app of that person with these scopes. */
  async function connect(person: Actor, scopes: readonly string[] = ALL) {
    const client = await answer(person, scopes)
    const { session, claims } = await auth.exchange(person.id, client)
    return { client, session, claims, app: cast.with(claims, person) }
  }

  const refused = { code: '42501' }

  test('an app’s token has the role of apps, names its grant in place of its session, and tells nothing of the account', async () => {
    const { client, claims } = await connect(cast.ana, ['records:read'])
    const { session_id, ...rest } = claims
    expect(rest).toEqual({
      iss: 'https://project.supabase.co/auth/v1', aud: 'authenticated', sub: cast.ana.id, exp: 2_000_000_000, iat: 1_999_996_400,
      email: '', phone: '', role: 'connected_app', aal: 'aal1', is_anonymous: false, client_id: client,
    }) // prettier-ignore
    // The auth server refuses a token of a session that it does not know.
    expect(await cast.database.query('select from auth.sessions where id::text = $1', [session_id as string])).toEqual(
      [],
    )
  })

  test('tokens of users stay as they are', async () => {
    const claims = auth.claimsOf(cast.ana.id, cast.ana.id)
    expect(await auth.token(claims, 'password')).toEqual(claims)
  })

  test('an app reads the founder’s own records, and writes what was allowed, as on this server', async () => {
    const { app, client } = await connect(cast.ana)
    await cast.ben.adds('goals', { user_id: cast.ben.id, text: 'Ben’s', period: 'weekly' })
    const goal = { id: randomUUID(), user_id: cast.ana.id, text: 'Ten demos', period: 'weekly' }
    await app.adds('goals', goal)
    await app.adds('weekly_checkins', {
      user_id: cast.ana.id, week_of: monday(), mood: 4, wins: 'Two pilots', next_priority: 'Pricing',
    }) // prettier-ignore
    await app.adds('decisions', { user_id: cast.ana.id, title: 'Raise prices', reason: 'Churn is low' })
    await app.adds('squad_messages', { user_id: cast.ana.id, sender_type: 'user', content: 'Hello' })
    expect(await app.changes('goals', { id: goal.id }, { completed: true })).toBe(1)
    expect(await app.sees('goals')).toMatchObject([{ text: 'Ten demos', completed: true }])
    for (const table of ['weekly_checkins', 'decisions', 'profiles']) expect(await app.sees(table)).toHaveLength(1)
    for (const table of ['notes', 'own_notes', 'traction_loops', 'traction_points', 'runway_data', 'runway_points',
      'runway_proposals', 'weekly_targets', 'weekly_target_points', 'squad_bookings', 'squad_messages', 'ai_conversations',
    ]) expect(await app.sees(table)).toEqual([]) // prettier-ignore

    const day = new Date().toISOString().slice(0, 10)
    expect(await app.calls('founder_context')).toMatchObject([{ today: day }])
    expect(await app.calls('find_records', { search: 'demos' })).toHaveLength(1)
    expect(await app.calls('check_ins_between', { from_week: '2000-01-03', to_week: '2100-01-04' })).toHaveLength(1)
    for (const [name, given] of [
      ['goal_sums', { founder: cast.ana.id }],
      ['loop_gains', { first_days: '{2026-03-02}', last_days: `{${day}}` }],
      ['loop_counts_on', { days: `{${day}}` }],
      ['first_loop_points', {}],
    ] as const) expect(await app.calls(name, given as Row)).toBeInstanceOf(Array) // prettier-ignore

    const entries = await cast.ana.sees('app_entries')
    expect(entries.map(({ kind, app: name, client_id }) => [kind, name, client_id])).toEqual(
      ['goal', 'check-in', 'decision', 'message', 'done-goal'].map((kind) => [kind, 'Assistant', client]),
    )
    await app.calls('undo_app_entry', { record: goal.id, kind: 'done-goal' })
    await app.calls('undo_app_entry', { record: goal.id, kind: 'goal' })
    expect(await cast.ana.sees('goals')).toEqual([])
    await expect(app.deletes('decisions', {})).rejects.toMatchObject(refused)
    await expect(app.sees('user_roles')).rejects.toMatchObject(refused)
    await expect(app.calls('my_data')).rejects.toMatchObject(refused)
    await expect(app.calls('delete_my_account')).rejects.toMatchObject(refused)
    await expect(allow(app, client)).rejects.toMatchObject(refused)
    await expect(app.adds('app_grants', { user_id: cast.ana.id })).rejects.toMatchObject({ code: '42P01' })
  })

  test('an app may do what its scopes allow, and no more', async () => {
    const goal = { user_id: cast.ben.id, text: 'Mine', period: 'weekly' }
    const message = { user_id: cast.ben.id, sender_type: 'user', content: 'Hello' }
    const reads = await connect(cast.ben, ['records:read'])
    expect(await reads.app.sees('goals')).toHaveLength(1)
    await expect(reads.app.adds('goals', goal)).rejects.toMatchObject(refused)
    await expect(reads.app.adds('squad_messages', message)).rejects.toMatchObject(refused)
    const writes = await connect(cast.ben, ['squad:write'])
    expect(await writes.app.sees('goals')).toEqual([])
    await writes.app.adds('squad_messages', message)
    const allowed = await cast.ben.calls<{ client_id: string }>('allowed_apps')
    expect(new Map(allowed.map((app) => [app.client_id, app]))).toEqual(
      new Map([
        [reads.client, { client_id: reads.client, scopes: ['records:read'] }],
        [writes.client, { client_id: writes.client, scopes: ['squad:write'] }],
      ]),
    )
    expect(await reads.app.calls('app_access')).toEqual([
      { userId: cast.ben.id, clientId: reads.client, scopes: ['records:read'], expiresAt: 2_000_000_000 },
    ])
    await expect(cast.ben.calls('app_access')).rejects.toMatchObject(refused)
  })

  describe('an app that was not allowed anything gets no token', () => {
    const notAllowed = '403 The app was not allowed anything: connect it again'

    test('whose founder was not asked here', async () => {
      const client = await auth.register()
      await auth.consent(cast.ana.id, client)
      await expect(auth.exchange(cast.ana.id, client)).rejects.toThrow(notAllowed)
    })

    test('that comes with a second code, whose founder was not asked again', async () => {
      const { client } = await connect(cast.ana)
      await expect(auth.exchange(cast.ana.id, client)).rejects.toThrow(notAllowed)
    })

    test('that comes later than ten minutes after', async () => {
      const client = await answer(cast.ana)
      await cast.database.query(
        `update private.app_grants set allowed_at = now() - interval '11 minutes' where client_id = $1`,
        [client],
      )
      await expect(auth.exchange(cast.ana.id, client)).rejects.toThrow(notAllowed)
      await allow(cast.ana, client)
      expect((await auth.exchange(cast.ana.id, client)).claims['role']).toBe('connected_app')
    })

    test('that was disconnected before it has exchanged its code', async () => {
      const client = await answer(cast.ana)
      await auth.revoke(cast.ana.id, client)
      await expect(auth.exchange(cast.ana.id, client)).rejects.toThrow(notAllowed)
    })

    test('whose founder has signed out everywhere, or chosen a new password, before it has exchanged its code', async () => {
      const session = randomUUID()
      await cast.database.query(
        `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal1')`,
        [session, cast.ana.id],
      )
      await cast.database.query(
        `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
         values (gen_random_uuid(), $1, 'password', now(), now())`,
        [session],
      )
      const client = await answer(cast.with({ session_id: session }, cast.ana))
      await cast.database.query('delete from auth.sessions where id = $1', [session])
      await expect(auth.exchange(cast.ana.id, client)).rejects.toThrow(notAllowed)
    })

    test('that asks for openid: with an ID token the auth server would give it the account', async () => {
      const client = await answer(cast.ana)
      await expect(auth.exchange(cast.ana.id, client, 'openid email')).rejects.toThrow(
        '403 Apps may not ask for openid',
      )
      expect((await auth.exchange(cast.ana.id, client)).claims['role']).toBe('connected_app')
    })

    test('of another founder, or another app', async () => {
      const [client, other] = [await answer(cast.ana), await auth.register()]
      await auth.consent(cast.ana.id, other)
      await auth.consent(cast.ben.id, client)
      await expect(auth.exchange(cast.ben.id, client)).rejects.toThrow(notAllowed)
      await expect(auth.exchange(cast.ana.id, other)).rejects.toThrow(notAllowed)
    })

    test('in whose session a second factor was verified with a user’s token', async () => {
      const client = await auth.register()
      const session = randomUUID()
      await auth.query(
        'insert into auth.sessions (id, user_id, created_at, updated_at, oauth_client_id) values ($1, $2, now(), now(), $3)',
        [session, cast.ana.id, client],
      )
      const claims = { ...auth.claimsOf(cast.ana.id, session), aal: 'aal2' }
      await expect(auth.token(claims, 'totp')).rejects.toThrow(notAllowed)
    })
  })

  test('a refreshed token is one of the same grant; ending the session ends the tokens already given out', async () => {
    const { app, client, session, claims } = await connect(cast.ben)
    const refresh = () => auth.token(auth.claimsOf(cast.ben.id, session, client), 'token_refresh')
    expect(await refresh()).toEqual(claims)
    expect(await app.sees('profiles')).toHaveLength(1)
    await auth.revoke(cast.ben.id, client)
    expect(await app.sees('profiles')).toEqual([])
    expect(await app.calls('app_access')).toEqual([null])
    await expect(app.adds('goals', { user_id: cast.ben.id, text: 'Mine', period: 'weekly' })).rejects.toMatchObject(
      refused,
    )
    await expect(refresh()).rejects.toThrow('403')
    expect(await cast.database.query('select from private.app_grants where client_id = $1', [client])).toEqual([])
  })

  test('an app that was connected with the second factor stays connected, one from before it was added does not', async () => {
    const before = await connect(cast.exAdmin)
    await addFactor(cast.database, cast.exAdmin.id)
    expect(await before.app.sees('profiles')).toEqual([])
    expect(await before.app.calls('app_access')).toEqual([null])
    await expect(allow(cast.exAdmin, before.client)).rejects.toMatchObject(refused)
    await cast.database.query(`update auth.sessions set aal = 'aal2' where id = $1`, [cast.exAdmin.id])
    const passed = cast.with({ aal: 'aal2' }, cast.exAdmin)
    const after = await connect(passed)
    expect(after.claims['aal']).toBe('aal2')
    expect(await after.app.sees('profiles')).toHaveLength(1)
  })

  test('allowing takes a recent proof and known scopes, and is of an app that is there', async () => {
    const client = await auth.register()
    const repeated = Array.from({ length: 4 }, () => 'records:read')
    for (const scopes of [[], ['squad:read'], ['records:read', 'cofounder:read'], repeated]) {
      await expect(allow(cast.ana, client, scopes)).rejects.toMatchObject({ code: '22023' })
    }
    const unknown = randomUUID()
    await allow(cast.ana, unknown)
    expect(await cast.database.query('select from private.app_grants where client_id = $1', [unknown])).toEqual([])
    await cast.database.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = $1`,
      [cast.ana.id],
    )
    await expect(allow(cast.ana, client)).rejects.toMatchObject(refused)
    await cast.database.query('update auth.mfa_amr_claims set updated_at = now() where session_id = $1', [cast.ana.id])
  })

  test('the page reads a request of its own user only', async () => {
    const client = await auth.register()
    await auth.query(
      `insert into auth.oauth_authorizations (id, authorization_id, client_id, user_id, redirect_uri, scope, status)
       values (gen_random_uuid(), 'r1', $1, $2, 'https://assistant.example/callback', 'openid email', 'approved')`,
      [client, cast.ana.id],
    )
    expect(await cast.ana.calls('app_request', { request: 'r1' })).toEqual([{
      authorization_id: 'r1', redirect_uri: 'https://assistant.example/callback', scope: 'openid email',
      client: { id: client, name: 'Assistant', registration_type: 'dynamic' }, user: { email: 'ana@example.com' },
    }]) // prettier-ignore
    expect(await cast.ben.calls('app_request', { request: 'r1' })).toEqual([null])
  })

  test('no role of the API makes tokens', async () => {
    const able = await cast.database.query<{ role: string }>(
      `select rolname as role from pg_roles
       where rolname in ('anon', 'authenticated', 'authenticator', 'connected_app', 'service_role', 'supabase_auth_admin')
         and has_function_privilege(rolname, 'private.app_token(jsonb)', 'execute')`,
    )
    expect(able).toEqual([{ role: 'supabase_auth_admin' }])
  })

  test('without the hook an app’s token has the role of users, and opens no row', async () => {
    const app = cast.with({ client_id: await auth.register(), scope: 'email' }, cast.admin)
    expect(await cast.admin.sees('profiles')).not.toEqual([])
    for (const table of ['profiles', 'goals', 'founder_ai_memory']) expect(await app.sees(table)).toEqual([])
    await expect(app.calls('find_founders')).rejects.toMatchObject(refused)
    await expect(app.adds('goals', { user_id: app.id, text: 'Mine', period: 'weekly' })).rejects.toMatchObject(refused)
  })
})

/** The Monday of this week in UTC. */
function monday(): string {
  const today = new Date()
  today.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7))
  return today.toISOString().slice(0, 10)
}
