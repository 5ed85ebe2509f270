import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { startOidcPeer, type OidcPeer } from '../oidc-peer.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'
import { bearerOf, password, peopleOf, type App, type Founder } from './factor-people.ts'

const STALE_SECONDS = 601

interface Account extends Founder {
  readonly app: App | undefined
}

type Request = readonly [method: string, path: string, json?: object]

describe.each(engines)('what guards an account, on %s', (engine) => {
  let database: Database
  let server: AuthServer
  let acme: OidcPeer
  let people: ReturnType<typeof peopleOf>

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    acme = await startOidcPeer({
      id: 'acme',
      name: 'Acme',
      redirectUris: ['http://localhost:3000/auth/v1/callback'],
    })
    server = await startAuthServer(database, { providers: [acme.config] })
    people = peopleOf(server)
  }, 60_000)
  afterAll(async () => {
    await Promise.all([server.close(), acme.close()])
    await database.close()
  })

  async function founder({ withApp = false } = {}): Promise<Account> {
    const made = await people.founder()
    return { ...made, app: withApp ? await people.addsApp(made.client) : undefined }
  }
  const send = async ({ client }: Founder, [method, path, json]: Request, at = server) => {
    const answer = await at.send(path, { method, bearer: await bearerOf(client), ...(json && { json, method }) })
    const body = (await answer.json()) as { code?: string; message?: string; url?: string }
    return { status: answer.status, code: body.code, message: body.message }
  }
  /** Everything that guards the account, as it is stored. */
  const guards = async ({ id, client }: Founder) => {
    const { session_id } = (await client.auth.getClaims()).data?.claims ?? {}
    const [row] = await database.query(
      `select encrypted_password, email_change,
         (select json_agg(f.id || f.status::text order by f.id) from auth.mfa_factors f where f.user_id = u.id) as factors,
         (select json_agg(c.code_hash order by c.code_hash) from server.recovery_codes c where c.user_id = u.id) as codes,
         (select json_agg(i.id order by i.id) from auth.identities i where i.user_id = u.id) as identities,
         (select count(*)::integer from server.provider_flows where linking_session = $2) as flows
       from auth.users u where u.id = $1`,
      [id, session_id],
    )
    return row
  }
  const inPlace: Request = ['POST', '/reauthenticate', { password }]
  const needsProof = { status: 400, code: 'reauthentication_needed' }

  const acts: readonly [string, { withApp?: boolean; request: (account: Account) => Promise<Request> }][] = [
    ['a new password', { request: async () => ['PUT', '/user', { password: 'another horse' }] }],
    ['a new address', { request: async ({ id }) => ['PUT', '/user', { email: `new-${id}@example.com` }] }],
    ['a first factor', { request: async () => ['POST', '/factors', { factor_type: 'totp' }] }],
    [
      'a further factor',
      { withApp: true, request: async () => ['POST', '/factors', { factor_type: 'totp', friendly_name: 'Second' }] },
    ],
    ['removing a factor', { withApp: true, request: async ({ app }) => ['DELETE', `/factors/${app?.id ?? ''}`] }],
    ['recovery codes', { withApp: true, request: async () => ['POST', '/factors/recovery-codes'] }],
    ['new recovery codes', { withApp: true, request: async () => ['POST', '/factors/recovery-codes/regenerate'] }],
    [
      'linking an account',
      {
        request: async () => [
          'GET',
          `/user/identities/authorize?provider=acme&skip_http_redirect=true&code_challenge_method=s256&code_challenge=${'x'.repeat(43)}`,
        ],
      },
    ],
    [
      'unlinking an account',
      {
        request: async ({ id }) => {
          await database.query('select server.add_identity($1, $2, $3, $4, now())', [
            id,
            'acme',
            `sub-${id}`,
            JSON.stringify({ sub: `sub-${id}`, email: `at-acme-${id}@example.com`, email_verified: true }),
          ])
          const [row] = await database.query<{ id: string }>(
            `select id from auth.identities where user_id = $1 and provider = 'acme'`,
            [id],
          )
          return ['DELETE', `/user/identities/${row?.id ?? ''}`]
        },
      },
    ],
  ]

  test.each(acts)('%s is refused to a token alone, and done after a proof', async (_, { withApp, request }) => {
    const account = await founder({ withApp: withApp ?? false })
    const asked = await request(account)
    people.advance(STALE_SECONDS)
    const before = await guards(account)
    expect(await send(account, asked)).toMatchObject(needsProof)
    // A stolen refresh token works for months, and proves nothing.
    expect((await account.client.auth.refreshSession()).error).toBeNull()
    expect(await send(account, asked)).toMatchObject(needsProof)
    expect(await guards(account)).toEqual(before)

    expect((await send(account, inPlace)).status).toBe(200)
    expect((await send(account, asked)).status).toBe(200)
    expect(await guards(account)).not.toEqual(before)
  })

  test('a new factor that was enrolled long ago is not proven by a token alone', async () => {
    const account = await founder()
    const app = await people.enrolsApp(account.client)
    people.advance(STALE_SECONDS + 300)
    const passing = () => account.client.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code() })
    expect((await passing()).error).toMatchObject(needsProof)
    expect((await send(account, inPlace)).status).toBe(200)
    expect((await passing()).error).toBeNull()
  })

  const change: Request = ['PUT', '/user', { email: 'elsewhere@example.com' }]

  describe('is proven', () => {
    test('by signing in, for ten minutes', async () => {
      const account = await founder()
      people.advance(STALE_SECONDS)
      expect(await send(account, change)).toMatchObject({
        ...needsProof,
        message: 'Email update requires reauthentication',
      })
      const again = await people.signsIn(account.email)
      people.advance(598)
      expect((await send({ ...account, client: again }, change)).status).toBe(200)
    })

    test('by the password, sent along', async () => {
      const account = await founder()
      people.advance(STALE_SECONDS)
      const to = { password: 'another horse' }
      expect(await send(account, ['PUT', '/user', to])).toMatchObject({
        ...needsProof,
        message: 'Password update requires reauthentication',
      })
      expect(await send(account, ['PUT', '/user', { ...to, current_password: 'wrong horse' }])).toMatchObject({
        status: 400,
        code: 'current_password_invalid',
      })
      expect((await send(account, ['PUT', '/user', { ...to, current_password: password }])).status).toBe(200)
    })

    test('by a mailed code, sent along or in place', async () => {
      const nonceOf = async ({ client, email }: Founder) => {
        expect((await client.auth.reauthenticate()).error).toBeNull()
        return /^\d{6}$/m.exec(server.outbox.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
      }
      const account = await founder()
      people.advance(STALE_SECONDS)
      const to = { password: 'another horse' }
      const nonce = await nonceOf(account)
      const wrong = nonce === '000000' ? '000001' : '000000'
      const invalid = { status: 422, code: 'reauthentication_not_valid' }
      expect(await send(account, ['PUT', '/user', { ...to, nonce: wrong }])).toMatchObject(invalid)
      expect(await send(account, ['POST', '/reauthenticate', { nonce: wrong }])).toMatchObject(invalid)
      const other = await founder()
      expect(await send(other, ['POST', '/reauthenticate', { nonce }])).toMatchObject(invalid)
      expect((await account.client.auth.updateUser({ ...to, nonce })).error).toBeNull()

      people.advance(STALE_SECONDS)
      const second = await nonceOf(account)
      expect((await send(account, ['POST', '/reauthenticate', { nonce: second }])).status).toBe(200)
      expect((await send(account, change)).status).toBe(200)
    })

    test('by a second factor, passed in this session', async () => {
      const account = await founder({ withApp: true })
      people.advance(STALE_SECONDS)
      const { app, client } = account
      expect(
        (await client.auth.mfa.challengeAndVerify({ factorId: app?.id ?? '', code: app?.code() ?? '' })).error,
      ).toBeNull()
      expect((await send(account, ['POST', '/factors/recovery-codes'])).status).toBe(200)
    })

    test('by a mailed link, whose session sets a new password without the old one', async () => {
      const { email } = await founder()
      people.advance(STALE_SECONDS)
      const { data } = await server.admin().auth.admin.generateLink({ type: 'recovery', email })
      const client = server.browser()
      const hash = data.properties?.hashed_token ?? ''
      expect((await client.auth.verifyOtp({ type: 'recovery', token_hash: hash })).error).toBeNull()
      expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull()
    })

    test('not by the password of an account that has none', async () => {
      const account = await founder()
      await database.query('update auth.users set encrypted_password = null where id = $1', [account.id])
      people.advance(STALE_SECONDS)
      expect(await send(account, inPlace)).toMatchObject({ status: 400, code: 'current_password_invalid' })
      expect(await send(account, ['POST', '/reauthenticate', {}])).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
      expect(await send(account, change)).toMatchObject(needsProof)
    })
  })

  test('what changes nothing about it needs no proof', async () => {
    const account = await founder()
    people.advance(STALE_SECONDS)
    expect((await send(account, ['PUT', '/user', { data: { city: 'Porto' } }])).status).toBe(200)
    expect((await send(account, ['PUT', '/user', { email: account.email }])).status).toBe(200)
  })

  test('guesses at the password are counted for the session: others of the account are open', async () => {
    const strict = await startAuthServer(database, { rateLimitFactor: 1 })
    const on = peopleOf(strict)
    const account = await on.founder()
    const elsewhere = { ...account, client: await on.signsIn(account.email) }
    const guess: Request = ['POST', '/reauthenticate', { password: 'wrong horse' }]
    const along: Request = ['PUT', '/user', { password: 'another horse', current_password: 'wrong horse' }]
    for (let number = 0; number < 10; number++) {
      expect((await send(account, number % 2 ? guess : along, strict)).code).toBe('current_password_invalid')
    }
    expect((await send(account, inPlace, strict)).status).toBe(429)
    expect((await send(elsewhere, inPlace, strict)).status).toBe(200)
    const rows = await database.query<{ action: string }>(
      `select distinct action from server.audit where actor = $1 and action like 'reauth%' order by action`,
      [account.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['reauthenticated', 'reauthentication-failed'])
    await strict.close()
  })

  describe('guesses at a mailed code are counted for the user', () => {
    /** Each from another network, whose own limit is not meant here. */
    const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${(networks += 1)}` })
    let networks = 0
    const nonceOf = async (at: AuthServer, { client, email }: Founder) => {
      const bearer = await bearerOf(client)
      expect((await at.send('/reauthenticate', { bearer, headers: elsewhere() })).status).toBe(200)
      return /^\d{6}$/m.exec(at.outbox.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
    }
    const guessing = async (at: AuthServer, { client }: Founder, nonce = 'wrong!') => {
      const request = { bearer: await bearerOf(client), json: { nonce }, headers: elsewhere() }
      return (await at.send('/reauthenticate', request)).status
    }

    test('strangers who guess at the address do not count', async () => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      const account = await peopleOf(strict).founder()
      const json = { type: 'email', email: account.email, token: 'wrong!' }
      for (let number = 0; number < 20; number++) {
        expect((await strict.send('/verify', { json, headers: elsewhere() })).status).toBe(403)
      }
      expect((await strict.send('/verify', { json, headers: elsewhere() })).status).toBe(429)
      expect(await guessing(strict, account, await nonceOf(strict, account))).toBe(200)
      await strict.close()
    })

    test('twenty, then each further one waits; a right code takes them back', async () => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      const account = await peopleOf(strict).founder()
      for (let number = 0; number < 19; number++) expect(await guessing(strict, account)).toBe(422)
      expect(await guessing(strict, account, await nonceOf(strict, account))).toBe(200)
      for (let number = 0; number < 20; number++) expect(await guessing(strict, account)).toBe(422)
      expect(await guessing(strict, account)).toBe(429)
      await strict.close()
    })
  })
})

describe.each(engines)('what people do with their account over the data API, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(engine)
  })
  afterAll(() => server.close())

  const age = ({ id }: Person) =>
    server.database.query(
      `update auth.mfa_amr_claims a set updated_at = now() - interval '601 seconds'
       from auth.sessions s where s.id = a.session_id and s.user_id = $1`,
      [id],
    )
  const prove = async ({ client, password }: Person) => {
    const { data } = await client.auth.getSession()
    const answer = await fetch(`${server.url}/auth/v1/reauthenticate`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ password }),
    })
    expect(answer.status).toBe(200)
  }
  const needsProof = { code: '42501', hint: 'reauthentication_needed' }

  test('a calendar address is made after a proof, and turned off without', async () => {
    const ana = await server.founder('ana')
    await age(ana)
    await ana.client.auth.refreshSession()
    expect((await ana.client.rpc('new_calendar_feed', { time_zone: 'UTC' })).error).toMatchObject(needsProof)
    expect((await ana.client.rpc('calendar_feed_state').throwOnError()).data).toEqual([])
    await prove(ana)
    expect((await ana.client.rpc('new_calendar_feed', { time_zone: 'UTC' })).error).toBeNull()
    await age(ana)
    expect((await ana.client.rpc('revoke_calendar_feed')).error).toBeNull()
    expect((await ana.client.rpc('calendar_feed_state').throwOnError()).data).toEqual([])
  })

  test('the account is deleted after a proof', async () => {
    const ben = await server.founder('ben')
    await age(ben)
    await ben.client.auth.refreshSession()
    expect((await ben.client.rpc('delete_my_account')).error).toMatchObject(needsProof)
    expect((await ben.client.from('profiles').select('id').throwOnError()).data).toHaveLength(1)
    await prove(ben)
    expect((await ben.client.rpc('delete_my_account')).error).toBeNull()
    const users = await server.database.query('select from auth.users where id = $1', [ben.id])
    expect(users).toHaveLength(0)
  })
})
