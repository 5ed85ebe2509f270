import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { startOidcPeer, type OidcPeer } from '../oidc-peer.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'
import { bearerOf, password, usersOf, type App, type Founder } from './mfa-users.ts'

const STALE_SECONDS = 601

interface Account extends Founder {
  readonly app: App | undefined
}

type Request = readonly [method: string, path: string, json?: object]

describe.each(engines)('recent proof for account settings, on %s', (engine) => {
  let database: Database
  let server: AuthServer
  let acme: OidcPeer
  let users: ReturnType<typeof usersOf>

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    acme = await startOidcPeer({
      id: 'acme',
      name: 'Acme',
      redirectUris: ['http://localhost:3000/auth/v1/callback'],
    })
    server = await startAuthServer(database, { providers: [acme.config] })
    users = usersOf(server)
  }, 60_000)
  afterAll(async () => {
    await Promise.all([server.close(), acme.close()])
    await database.close()
  })

  async function founder({ withApp = false } = {}): Promise<Account> {
    const made = await users.founder()
    return { ...made, app: withApp ? await users.addsApp(made.client) : undefined }
  }
  const send = async ({ client }: Founder, [method, path, json]: Request, at = server) => {
    const answer = await at.send(path, { method, bearer: await bearerOf(client), ...(json && { json, method }) })
    const body = (await answer.json()) as { code?: string; message?: string; url?: string }
    return { status: answer.status, code: body.code, message: body.message }
  }
  /** The stored credentials of the account. */
  const credentials = async ({ id, client }: Founder) => {
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

  const protectedRequests: readonly [string, { withApp?: boolean; request: (account: Account) => Promise<Request> }][] =
    [
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

  test.each(protectedRequests)(
    '%s requires recent proof: 400 reauthentication_needed with a token only',
    async (_, { withApp, request }) => {
      const account = await founder({ withApp: withApp ?? false })
      const sensitiveRequest = await request(account)
      users.advance(STALE_SECONDS)
      const before = await credentials(account)
      expect(await send(account, sensitiveRequest)).toMatchObject(needsProof)
      // A stolen refresh token works for months, and is no proof of ownership.
      expect((await account.client.auth.refreshSession()).error).toBeNull()
      expect(await send(account, sensitiveRequest)).toMatchObject(needsProof)
      expect(await credentials(account)).toEqual(before)

      expect((await send(account, inPlace)).status).toBe(200)
      expect((await send(account, sensitiveRequest)).status).toBe(200)
      expect(await credentials(account)).not.toEqual(before)
    },
  )

  test('verifying a factor that was enrolled long ago requires recent proof', async () => {
    const account = await founder()
    const app = await users.enrolsApp(account.client)
    users.advance(STALE_SECONDS + 300)
    const passing = () => account.client.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code() })
    expect((await passing()).error).toMatchObject(needsProof)
    expect((await send(account, inPlace)).status).toBe(200)
    expect((await passing()).error).toBeNull()
  })

  const change: Request = ['PUT', '/user', { email: 'elsewhere@example.com' }]

  describe('recent proof', () => {
    test('a sign-in counts as recent proof for ten minutes', async () => {
      const account = await founder()
      users.advance(STALE_SECONDS)
      expect(await send(account, change)).toMatchObject({
        ...needsProof,
        message: 'Email update requires reauthentication',
      })
      const again = await users.signsIn(account.email)
      users.advance(598)
      expect((await send({ ...account, client: again }, change)).status).toBe(200)
    })

    test('the password sent along with the request counts as recent proof', async () => {
      const account = await founder()
      users.advance(STALE_SECONDS)
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

    test('a mailed code counts as recent proof, sent along or to /reauthenticate', async () => {
      const nonceOf = async ({ client, email }: Founder) => {
        expect((await client.auth.reauthenticate()).error).toBeNull()
        return /^\d{6}$/m.exec(server.outbox.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
      }
      const account = await founder()
      users.advance(STALE_SECONDS)
      const to = { password: 'another horse' }
      const nonce = await nonceOf(account)
      const wrong = nonce === '000000' ? '000001' : '000000'
      const invalid = { status: 422, code: 'reauthentication_not_valid' }
      expect(await send(account, ['PUT', '/user', { ...to, nonce: wrong }])).toMatchObject(invalid)
      expect(await send(account, ['POST', '/reauthenticate', { nonce: wrong }])).toMatchObject(invalid)
      const other = await founder()
      expect(await send(other, ['POST', '/reauthenticate', { nonce }])).toMatchObject(invalid)
      expect((await account.client.auth.updateUser({ ...to, nonce })).error).toBeNull()

      users.advance(STALE_SECONDS)
      const second = await nonceOf(account)
      expect((await send(account, ['POST', '/reauthenticate', { nonce: second }])).status).toBe(200)
      expect((await send(account, change)).status).toBe(200)
    })

    test('a second factor verified in this session counts as recent proof', async () => {
      const account = await founder({ withApp: true })
      users.advance(STALE_SECONDS)
      const { app, client } = account
      expect(
        (await client.auth.mfa.challengeAndVerify({ factorId: app?.id ?? '', code: app?.code() ?? '' })).error,
      ).toBeNull()
      expect((await send(account, ['POST', '/factors/recovery-codes'])).status).toBe(200)
    })

    test('a mailed recovery link counts as recent proof for a new password', async () => {
      const { email } = await founder()
      users.advance(STALE_SECONDS)
      const { data } = await server.admin().auth.admin.generateLink({ type: 'recovery', email })
      const client = server.browser()
      const hash = data.properties?.hashed_token ?? ''
      expect((await client.auth.verifyOtp({ type: 'recovery', token_hash: hash })).error).toBeNull()
      expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull()
    })

    test('an account without a password cannot give it as recent proof', async () => {
      const account = await founder()
      await database.query('update auth.users set encrypted_password = null where id = $1', [account.id])
      users.advance(STALE_SECONDS)
      expect(await send(account, inPlace)).toMatchObject({ status: 400, code: 'current_password_invalid' })
      expect(await send(account, ['POST', '/reauthenticate', {}])).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
      expect(await send(account, change)).toMatchObject(needsProof)
    })
  })

  test('changing metadata or keeping the address requires no recent proof', async () => {
    const account = await founder()
    users.advance(STALE_SECONDS)
    expect((await send(account, ['PUT', '/user', { data: { city: 'Porto' } }])).status).toBe(200)
    expect((await send(account, ['PUT', '/user', { email: account.email }])).status).toBe(200)
  })

  test('limits password guesses at /reauthenticate per session; other sessions of the account are not blocked', async () => {
    const strict = await startAuthServer(database, { rateLimitFactor: 1 })
    const on = usersOf(strict)
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

  describe('guesses at a mailed reauthentication code', () => {
    /** A new network for each request, so that the network limit does not apply. */
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

    test('guesses at the address’s sign-in codes do not count as guesses at the reauthentication code', async () => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      const account = await usersOf(strict).founder()
      const json = { type: 'email', email: account.email, token: 'wrong!' }
      for (let number = 0; number < 20; number++) {
        expect((await strict.send('/verify', { json, headers: elsewhere() })).status).toBe(403)
      }
      expect((await strict.send('/verify', { json, headers: elsewhere() })).status).toBe(429)
      expect(await guessing(strict, account, await nonceOf(strict, account))).toBe(200)
      await strict.close()
    })

    test('limits a user to twenty guesses at the reauthentication code; a correct code resets the counter', async () => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      const account = await usersOf(strict).founder()
      for (let number = 0; number < 19; number++) expect(await guessing(strict, account)).toBe(422)
      expect(await guessing(strict, account, await nonceOf(strict, account))).toBe(200)
      for (let number = 0; number < 20; number++) expect(await guessing(strict, account)).toBe(422)
      expect(await guessing(strict, account)).toBe(429)
      await strict.close()
    })
  })
})

describe.each(engines)('recent proof for account functions of the data API, on %s', (engine) => {
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

  test('creating a calendar feed requires recent proof, revoking it does not', async () => {
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

  test('deleting the account requires recent proof', async () => {
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
