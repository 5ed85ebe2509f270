import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '../../server/auth/sweep.ts'
import type { Database } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

const password = 'correct horse'
type Client = ReturnType<AuthServer['browser']>
interface Factor {
  readonly id: string
  readonly secret: string
}

describe.each(engines)('second factors on %s', (engine) => {
  let database: Database
  let server: AuthServer
  let skippedMs = 0

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    server = await startAuthServer(database)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const advance = (seconds: number) => {
    skippedMs += seconds * 1000
    server.advance(seconds)
  }
  /** Code of an authenticator app, some steps of 30 s from now. */
  const codeOf = ({ secret }: Pick<Factor, 'secret'>, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + skippedMs + steps * 30_000 })

  async function founder() {
    const client = server.browser()
    const email = `founder-${randomUUID().slice(0, 8)}@example.com`
    const { data, error } = await client.auth.signUp({ email, password })
    if (error || !data.user) throw error ?? new Error('no user')
    return { client, email, id: data.user.id }
  }
  async function signsIn(email: string) {
    const client = server.browser()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return client
  }
  async function enrols({ auth }: Client, friendlyName?: string): Promise<Factor> {
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', ...(friendlyName && { friendlyName }) })
    if (error) throw error
    return { id: data.id, secret: data.totp.secret }
  }
  const passes = ({ auth }: Client, factor: Factor, code = codeOf(factor)) =>
    auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  const level = async ({ auth }: Client) => (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel
  /** A founder with a proven factor, signed in at aal2. */
  async function withFactor() {
    const one = await founder()
    const factor = await enrols(one.client, 'Phone')
    expect((await passes(one.client, factor)).error).toBeNull()
    advance(60)
    return { ...one, factor }
  }

  test('enrols an authenticator app with a QR code and a secret, unverified until a code is entered', async () => {
    const { client, email } = await founder()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone', issuer: 'Acme & Co' })
    if (!data) throw new Error('not enrolled')
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'My phone' })
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    expect(data.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(data.totp.uri)
    expect(decodeURIComponent(uri.pathname)).toBe(`/Acme & Co:${email}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      algorithm: 'SHA1', digits: '6', issuer: 'Acme & Co', period: '30', secret: data.totp.secret,
    }) // prettier-ignore
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.totp).toEqual([])
    expect(factors?.all).toMatchObject([{ id: data.id, status: 'unverified', friendly_name: 'My phone' }])
    expect(JSON.stringify(factors)).not.toContain(data.totp.secret)
    expect((await signsIn(email)).auth).toBeDefined()
  })

  test('a correct code verifies an authenticator app, raises the session to aal2, and notifies the client', async () => {
    const { client, id } = await founder()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const factor = await enrols(client)
    const forgotten = await enrols(client, 'never proven')
    expect(await level(client)).toBe('aal1')
    const { data, error } = await passes(client, factor)
    expect(error).toBeNull()
    expect(data?.user).toMatchObject({ id, factors: [{ id: factor.id, status: 'verified' }] })
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const { data: levels } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(levels).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(levels?.currentAuthenticationMethods).toMatchObject([{ method: 'totp' }, { method: 'password' }])
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.all.map(({ id }) => id)).not.toContain(forgotten.id)

    const { data: refreshed } = await client.auth.refreshSession()
    expect(refreshed.session).not.toBeNull()
    expect(await level(client)).toBe('aal2')
  })

  test('verifying the first factor revokes the user’s other sessions, which have not passed it', async () => {
    const { client, email } = await founder()
    const other = await signsIn(email)
    const factor = await enrols(client)
    await passes(client, factor)
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('a sign-in with a verified factor starts at aal1 and reaches aal2 with a code', async () => {
    const { client: first, email, factor } = await withFactor()
    const again = await signsIn(email)
    const { data } = await again.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect((await passes(again, factor)).error).toBeNull()
    expect(await level(again)).toBe('aal2')
    expect((await first.auth.getUser()).error).toBeNull()
  })

  test('accepts a TOTP code one step early or late, and no more', async () => {
    const { client, factor } = await withFactor()
    // No TOTP step begins between generating a code and verifying it.
    if (30_000 - ((Date.now() + skippedMs) % 30_000) < 10_000) advance(10)
    expect((await passes(client, factor, codeOf(factor, -2))).error?.code).toBe('mfa_verification_failed')
    expect((await passes(client, factor, codeOf(factor, 2))).error?.code).toBe('mfa_verification_failed')
    expect((await passes(client, factor, codeOf(factor, -1))).error).toBeNull()
    expect((await passes(client, factor, codeOf(factor, 1))).error).toBeNull()
  })

  test('accepts one of three concurrent requests with the same TOTP code', async () => {
    const { email, factor } = await withFactor()
    const clients = await Promise.all([signsIn(email), signsIn(email), signsIn(email)])
    const code = codeOf(factor)
    const results = await Promise.all(clients.map((client) => passes(client, factor, code)))
    expect(results.filter(({ error }) => error === null)).toHaveLength(1)
    // The successful request may already have revoked the sessions of later ones.
    const refusals = results.flatMap(({ error }) => (error ? [error.code ?? error.name] : []))
    for (const refusal of refusals) expect(['mfa_verification_failed', 'AuthSessionMissingError']).toContain(refusal)
  })

  test('a factor challenge works once, within five minutes', async () => {
    const { client, factor } = await withFactor()
    const challenge = async () => {
      const { data, error } = await client.auth.mfa.challenge({ factorId: factor.id })
      if (error) throw error
      return data
    }
    const verifies = (challengeId: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId, code: codeOf(factor) })
    const second = () => Math.floor((Date.now() + skippedMs) / 1000)
    const before = second()
    const late = await challenge()
    expect(late.expires_at).toBeGreaterThanOrEqual(before + 300)
    expect(late.expires_at).toBeLessThanOrEqual(second() + 300)
    advance(301)
    expect((await verifies(late.id)).error?.code).toBe('mfa_challenge_expired')
    const used = await challenge()
    expect((await verifies(used.id)).error).toBeNull()
    advance(60)
    expect((await verifies(used.id)).error?.code).toBe('mfa_ip_address_mismatch')
    expect((await verifies(randomUUID())).error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
  })

  test('an aal1 session of a user with a factor cannot change factors, password or email: insufficient_aal', async () => {
    const { client: raised, email, factor } = await withFactor()
    const { auth } = await signsIn(email)
    expect((await auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    const begun = await raised.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })
    for (const factorId of [factor.id, begun.data?.id ?? '']) {
      expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' })
    }
    expect((await auth.updateUser({ password: 'another horse' })).error?.code).toBe('insufficient_aal')
    expect((await auth.updateUser({ email: 'other@example.com' })).error?.code).toBe('insufficient_aal')
    expect((await auth.updateUser({ data: { last_name: 'Silva' } })).error).toBeNull()
    expect((await raised.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
  })

  test('removing a factor downgrades the sessions that it raised to aal1', async () => {
    const { client, email, factor } = await withFactor()
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id })
    await client.auth.refreshSession()
    expect(await level(client)).toBe('aal1')
    const { data } = await (await signsIn(email)).auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  test('a factor that is verified while a session removes it as unverified is not removed', async () => {
    const { client, email } = await founder()
    const other = await signsIn(email)
    const factor = await enrols(client)
    const beforeRemoval = async () => expect((await passes(client, factor)).error).toBeNull()
    const query: Database['query'] = async (text, values, options) => {
      if (/remove_factor|delete from auth\.mfa_factors where id = /.test(text)) await beforeRemoval()
      return database.query(text, values, options)
    }
    const slow = await startAuthServer({ ...database, query })
    slow.advance(skippedMs / 1000)
    const { data } = await other.auth.getSession()
    const bearer = data.session?.access_token ?? ''
    const removed = await slow.send(`/factors/${factor.id}`, { bearer, method: 'DELETE' })
    expect(removed.status).toBe(404)
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factor.id, status: 'verified' }])
    await slow.close()
  })

  test('rejects a factor of another user with 404 mfa_factor_not_found', async () => {
    const { factor } = await withFactor()
    const { client: other } = await founder()
    const notFound = { status: 404, code: 'mfa_factor_not_found' }
    expect((await other.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject(notFound)
    expect((await other.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject(notFound)
    const verify = { factorId: factor.id, challengeId: randomUUID(), code: codeOf(factor) }
    expect((await other.auth.mfa.verify(verify)).error).toMatchObject(notFound)
  })

  test('requires unique factor names, allows ten factors, and expires unverified ones', async () => {
    const { client } = await founder()
    await enrols(client)
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('mfa_factor_name_conflict')
    await Promise.all(
      Array.from({ length: 12 }, (_, number) => enrols(client, `Phone ${number}`).catch(() => undefined)),
    )
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
    expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(10)
    advance(301)
    await enrols(client, 'One more')
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  test('deletes challenges and unverified factors after a day', async () => {
    const { client, factor } = await withFactor()
    const unfinished = await enrols(client, 'Tablet')
    for (const { id } of [factor, unfinished]) await client.auth.mfa.challenge({ factorId: id })
    const left = () =>
      database.query(
        `select f.id, count(c)::integer as challenges from auth.mfa_factors f left join auth.mfa_challenges c on c.factor_id = f.id
         where f.id = any($1) group by f.id order by f.created_at`,
        [[factor.id, unfinished.id]],
      )
    const now = Date.now() + skippedMs
    await sweep(database, new Date(now + 23 * 3_600_000))
    expect(await left()).toEqual([
      { id: factor.id, challenges: 2 },
      { id: unfinished.id, challenges: 1 },
    ])
    await sweep(database, new Date(now + 25 * 3_600_000))
    expect(await left()).toEqual([{ id: factor.id, challenges: 0 }])
  })

  test('reads half a surrogate pair in a factor name as U+FFFD, like Go', async () => {
    const { client } = await founder()
    const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
    const json = { factor_type: 'totp', friendly_name: 'A\ud83d', issuer: 'B\ud83d' }
    const answer = await server.send('/factors', { bearer, json })
    const body = (await answer.json()) as { friendly_name: string; totp: { uri: string } }
    expect(body.friendly_name).toBe('A\ufffd')
    expect(new URL(body.totp.uri).searchParams.get('issuer')).toBe('B\ufffd')
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ friendly_name: 'A\ufffd' }])
  })

  test('limits a user to 15 wrong factor codes a minute', async () => {
    const { client, factor } = await withFactor()
    const strict = await startAuthServer(database, { rateLimitFactor: 1 })
    strict.advance(skippedMs / 1000)
    const { data } = await client.auth.getSession()
    const bearer = data.session?.access_token ?? ''
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id })
    const guess = () =>
      strict.send(`/factors/${factor.id}/verify`, { bearer, json: { challenge_id: challenge?.id, code: '000000' } })
    const statuses: number[] = []
    for (let number = 0; number < 17; number++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 422), 429, 429])
    await strict.close()
  })

  test('an administrator lists and removes a lost factor', async () => {
    const { id, email, factor } = await withFactor()
    const { mfa } = server.admin().auth.admin
    const { data } = await mfa.listFactors({ userId: id })
    expect(data?.factors).toMatchObject([{ id: factor.id, status: 'verified', factor_type: 'totp' }])
    expect(JSON.stringify(data)).not.toContain('secret')
    expect((await mfa.deleteFactor({ userId: id, id: factor.id })).error).toBeNull()
    expect((await mfa.listFactors({ userId: id })).data?.factors).toEqual([])
    const { data: levels } = await (await signsIn(email)).auth.mfa.getAuthenticatorAssuranceLevel()
    expect(levels?.nextLevel).toBe('aal1')
  })

  test('stores the TOTP secret encrypted, bound to its factor', async () => {
    const { client, factor, id } = await withFactor()
    const { factor: other } = await withFactor()
    const stored = await database.query<{ secret: string }>('select secret from auth.mfa_factors where user_id = $1', [
      id,
    ])
    expect(stored[0]?.secret).toBeTruthy()
    expect(JSON.stringify(stored)).not.toContain(factor.secret)
    await database.query(
      'update auth.mfa_factors f set secret = o.secret from auth.mfa_factors o where f.id = $1 and o.id = $2',
      [factor.id, other.id],
    )
    expect((await passes(client, factor, codeOf(other))).error?.status).toBe(500)
  })

  test('audits factors added, failed, passed and removed', async () => {
    const { client, id, factor } = await withFactor()
    await passes(client, factor, '000000')
    await passes(client, factor)
    await client.auth.mfa.unenroll({ factorId: factor.id })
    const entries = await database.query<{ action: string }>(
      `select action from server.audit where actor = $1 and action like 'factor-%' order by at, id`,
      [id],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'factor-added', 'factor-failed', 'factor-passed', 'factor-removed',
    ]) // prettier-ignore
  })

  test.each([
    [{ factor_type: 'push' }, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 'x'.repeat(101) }, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 7 }, 400, 'bad_json'],
  ])('rejects enrolling %j with %i %s', async (json, status, code) => {
    const { client } = await founder()
    const { data } = await client.auth.getSession()
    const answer = await server.send('/factors', { json, bearer: data.session?.access_token ?? '' })
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([status, code])
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
  })
})
