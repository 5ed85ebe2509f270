import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'
import { bearerOf, level, methods, usersOf, type Client } from './mfa-users.ts'

interface Answer {
  readonly status: number
  readonly body: {
    readonly codes?: readonly string[]
    readonly total?: number
    readonly remaining?: number
    readonly error_code?: string
    readonly access_token?: string
    readonly refresh_token?: string
    readonly user?: object
  }
}

describe.each(engines)('recovery codes on %s', (engine) => {
  let database: Database
  let server: AuthServer
  let users: ReturnType<typeof usersOf>

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    server = await startAuthServer(database)
    users = usersOf(server)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const on = (path: string, init: (bearer: string) => Parameters<AuthServer['send']>[1]) => async (client: Client) => {
    const answer = await server.send(`/factors/recovery-codes${path}`, init(await bearerOf(client)))
    return { status: answer.status, body: (await answer.json()) as Answer['body'] } satisfies Answer
  }
  const generates = on('', (bearer) => ({ bearer, method: 'POST' }))
  const counts = on('', (bearer) => ({ bearer }))
  const verifies = (client: Client, code: string) => on('/verify', (bearer) => ({ bearer, json: { code } }))(client)

  /** A founder with an authenticator app and a set of codes, signed in at aal2. */
  async function withCodes() {
    const founder = await users.founder()
    const app = await users.addsApp(founder.client)
    const { status, body } = await generates(founder.client)
    expect(status).toBe(200)
    return { ...founder, app, codes: body.codes ?? [] }
  }
  const audited = async (person: string) => {
    const rows = await database.query<{ action: string; left: number | null }>(
      `select action, (details ->> 'left')::integer as left from server.audit
       where actor = $1 and action like 'recovery-%' order by at, id`,
      [person],
    )
    return rows.map(({ action, left }) => (left === null ? action : `${action} ${left}`))
  }

  test('generates ten recovery codes, shown once and stored as hashes', async () => {
    const { client, id, codes } = await withCodes()
    expect(codes).toHaveLength(10)
    expect(new Set(codes)).toHaveProperty('size', 10)
    for (const code of codes) expect(code).toMatch(/^[\da-hjkmnp-tv-z]{16}$/)
    expect(await counts(client)).toEqual({
      status: 200,
      body: { id, type: 'recovery_code', total: 10, remaining: 10 },
    })
    const stored = await database.query('select * from server.recovery_codes where user_id = $1', [id])
    expect(stored).toHaveLength(10)
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)
  })

  test('generating recovery codes requires a verified factor and an aal2 session', async () => {
    const { client, email } = await users.founder()
    expect(await generates(client)).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } })
    expect(await counts(client)).toMatchObject({ status: 404, body: { error_code: 'mfa_factor_not_found' } })
    const app = await users.addsApp(client)
    const low = await users.signsIn(email)
    expect(await generates(low)).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } })
    // The access token still says aal2 after the factor was removed.
    await client.auth.mfa.unenroll({ factorId: app.id })
    expect(await generates(client)).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } })
    expect((await server.send('/factors/recovery-codes', { method: 'POST' })).status).toBe(401)
  })

  test('a recovery code raises its session to aal2, in any case and spacing, and nine codes remain', async () => {
    const { id, email, codes } = await withCodes()
    const again = await users.signsIn(email)
    const other = await users.signsIn(email)
    const [code = ''] = codes
    const formatted = ` ${code.toUpperCase().replaceAll(/(.{4})/g, '$1-')} `
    const { status, body } = await verifies(again, formatted)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id, factors: [{ status: 'verified' }] })
    const session = { access_token: body.access_token ?? '', refresh_token: body.refresh_token ?? '' }
    expect((await again.auth.setSession(session)).error).toBeNull()
    expect(await level(again)).toBe('aal2')
    expect(await methods(again)).toEqual(['mfa/recovery_code', 'password'])
    expect((await again.auth.refreshSession()).error).toBeNull()
    expect(await level(again)).toBe('aal2')
    expect((await counts(again)).body).toMatchObject({ total: 10, remaining: 9 })
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(await audited(id)).toEqual(['recovery-codes-made', 'recovery-code-used 9'])
  })

  test('rejects a used recovery code with 422 mfa_verification_failed', async () => {
    const { id, email, codes } = await withCodes()
    const [code = ''] = codes
    expect((await verifies(await users.signsIn(email), code)).status).toBe(200)
    const again = await users.signsIn(email)
    expect(await verifies(again, code)).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } })
    expect(await level(again)).toBe('aal1')
    expect(await audited(id)).toEqual(['recovery-codes-made', 'recovery-code-used 9', 'recovery-code-failed'])
  })

  test('accepts one of 200 concurrent requests with the same recovery code, from one session or many', async () => {
    const { email, codes } = await withCodes()
    const [first = '', second = ''] = codes
    const one = await users.signsIn(email)
    const bearer = await bearerOf(one)
    const attempts = (bearers: readonly string[], code: string) =>
      Promise.all(
        bearers.map(async (token) => {
          const answer = await server.send('/factors/recovery-codes/verify', { bearer: token, json: { code } })
          await answer.text()
          return answer.status
        }),
      )
    const fromOne = await attempts(Array<string>(200).fill(bearer), first)
    expect(fromOne.filter((status) => status === 200)).toHaveLength(1)
    expect(fromOne.filter((status) => status === 422)).toHaveLength(199)

    const many = await Promise.all(Array.from({ length: 20 }, () => users.signsIn(email)))
    const bearers = await Promise.all(many.map(bearerOf))
    const fromMany = await attempts(
      Array.from({ length: 200 }, (_, number) => bearers[number % 20] ?? ''),
      second,
    )
    expect(fromMany.filter((status) => status === 200)).toHaveLength(1)
    // The successful request may already have revoked the sessions of later ones.
    expect(fromMany.filter((status) => status === 422 || status === 403)).toHaveLength(199)
    expect((await counts(one)).body).toMatchObject({ remaining: 8 })
  })

  test('a new set of recovery codes replaces the previous one', async () => {
    const { client, email, codes } = await withCodes()
    await verifies(client, codes[0] ?? '')
    const { body } = await generates(client)
    expect(body.codes).toHaveLength(10)
    expect((await counts(client)).body).toMatchObject({ total: 10, remaining: 10 })
    const again = await users.signsIn(email)
    expect((await verifies(again, codes[1] ?? '')).status).toBe(422)
    expect((await verifies(again, body.codes?.[1] ?? '')).status).toBe(200)
  })

  test('using a recovery code downgrades the user’s other sessions to aal1, even those with an aal2 access token', async () => {
    const { client, email, codes } = await withCodes()
    expect((await generates(client)).status).toBe(200)
    const { body } = await generates(client)
    expect((await verifies(await users.signsIn(email), body.codes?.[0] ?? '')).status).toBe(200)
    expect(codes).not.toContain(body.codes?.[0])
    expect(await level(client)).toBe('aal2')
    expect(await generates(client)).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await level(client)).toBe('aal1')
    expect(await methods(client)).toEqual(['password'])
  })

  test('another node changes nothing of an account’s protection for a session that was just downgraded', async () => {
    const node = await startAuthServer(database)
    const here = usersOf(node)
    const { client, email } = await here.founder()
    const app = await here.addsApp(client)
    const made = await node.send('/factors/recovery-codes', { method: 'POST', bearer: await bearerOf(client) })
    const { codes } = (await made.json()) as { codes: string[] }
    const thief = await here.signsIn(email)
    expect((await thief.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code(1) })).error).toBeNull()
    const bearer = await bearerOf(thief)
    const changes = [
      { path: '/user', method: 'PUT', json: { password: 'another horse' } },
      { path: '/factors', json: { factor_type: 'totp', friendly_name: 'Mine' } },
      { path: `/factors/${app.id}`, method: 'DELETE' },
      { path: '/factors/recovery-codes', method: 'POST' },
    ]
    // One for each change, which all have the session in their cache.
    const others = await Promise.all(changes.map(() => startAuthServer(database)))
    const [caller] = await Promise.all(others.map(({ auth }) => auth.identify({ keyRole: 'anon', token: bearer })))
    if (!caller?.ok) throw new Error('not signed in')

    const owner = await bearerOf(await here.signsIn(email))
    const used = await node.send('/factors/recovery-codes/verify', { json: { code: codes[0] }, bearer: owner })
    expect(used.status).toBe(200)
    const deletion = await database.asCaller(caller.value, { text: 'select public.delete_my_account()', values: [] })
    expect(deletion).toMatchObject({ ok: false, failure: { sqlState: '42501' } })
    for (const [index, { path, ...init }] of changes.entries()) {
      const answer = await others[index]?.send(path, { ...init, bearer })
      expect(await answer?.json()).toMatchObject({ error_code: 'insufficient_aal' })
    }
    await Promise.all([node, ...others].map((each) => each.close()))
  })

  test('a new password that was still being hashed when its session was downgraded is not set', async () => {
    let downgrades = async () => {}
    const node = await startAuthServer({
      ...database,
      transaction: async (work) => downgrades().then(() => database.transaction(work)),
    })
    const here = usersOf(node)
    const { client, email, id } = await here.founder()
    await here.addsApp(client)
    downgrades = async () => {
      const sessions = 'array(select id from auth.sessions where user_id = $1)'
      await database.query(`select server.lower_sessions(${sessions}, now())`, [id])
    }
    const json = { password: 'another horse' }
    const answer = await node.send('/user', { method: 'PUT', bearer: await bearerOf(client), json })
    expect(await answer.json()).toMatchObject({ error_code: 'insufficient_aal' })
    expect(await here.signsIn(email)).toBeDefined()
    await node.close()
  })

  test('a sign-out everywhere waits for what locks the account and then its sessions: neither fails', async () => {
    const { client, id, email } = await users.founder()
    await users.signsIn(email)
    const bearer = await bearerOf(client)
    const [first, last] = await database.query<{ id: string }>('select id from auth.sessions where user_id = $1', [id])
    let signsOut: Promise<Response> | undefined
    let runs = 0
    await database.transaction(async (transaction) => {
      runs++
      const locks = (session?: { id: string }) =>
        transaction.query('select from auth.sessions where id = $1 for update', [session?.id])
      await transaction.query('select from auth.users where id = $1 for update', [id])
      await locks(last)
      signsOut ??= server.send('/logout?scope=global', { method: 'POST', bearer })
      // PostgreSQL looks for a deadlock after a second of waiting: this transaction is the one that would find it.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await locks(first)
    })
    expect(runs).toBe(1)
    expect((await signsOut)?.status).toBe(204)
  })

  test('a new set of recovery codes downgrades the sessions that a previous code raised to aal1', async () => {
    const { client, email, app, codes } = await withCodes()
    const stolen = await users.signsIn(email)
    const { body } = await verifies(stolen, codes[0] ?? '')
    const session = { access_token: body.access_token ?? '', refresh_token: body.refresh_token ?? '' }
    await stolen.auth.setSession(session)
    const passed = await client.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code(1) })
    expect(passed.error).toBeNull()
    expect((await generates(stolen)).status).toBe(200)
    // The session generated that set itself, so it keeps its level.
    expect((await generates(stolen)).status).toBe(200)
    expect((await generates(client)).status).toBe(200)
    expect(await generates(stolen)).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } })
  })

  test('rejects a recovery code of another user with 422', async () => {
    const { codes } = await withCodes()
    const other = await withCodes()
    expect((await verifies(await users.signsIn(other.email), codes[0] ?? '')).status).toBe(422)
    expect((await counts(other.client)).body).toMatchObject({ remaining: 10 })
  })

  test('guesses at recovery codes and at factor codes share one rate limit', async () => {
    const { app, email } = await withCodes()
    const again = await users.signsIn(email)
    const { data: challenge } = await again.auth.mfa.challenge({ factorId: app.id })
    const strict = await startAuthServer(database, { rateLimitFactor: 1 })
    // Past the minute in which the authenticator app was added.
    strict.advance(61)
    const bearer = await bearerOf(again)
    const guess = async (path: string, json: object) => (await strict.send(path, { bearer, json })).status
    const statuses: number[] = []
    for (let number = 0; number < 8; number++) {
      const json = { challenge_id: challenge?.id, code: '000000' }
      statuses.push(await guess(`/factors/${app.id}/verify`, json))
      statuses.push(await guess('/factors/recovery-codes/verify', { code: '0123456789abcdef' }))
    }
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 422), 429])
    await strict.close()
  })

  test('attempts of one session leave the user’s other sessions their recovery codes and challenges', async () => {
    const { app, email, codes } = await withCodes()
    const [eve, owner] = [await users.signsIn(email), await users.signsIn(email)]
    const strict = await startAuthServer(database, { rateLimitFactor: 1 })
    strict.advance(61)
    const statusOf = async (client: Client, path: string, json?: object) => {
      const bearer = await bearerOf(client)
      return (await strict.send(path, { bearer, method: 'POST', ...(json && { json }) })).status
    }
    const [challenge, recovery] = [`/factors/${app.id}/challenge`, '/factors/recovery-codes/verify']
    for (let number = 0; number < 15; number++) {
      expect(await statusOf(eve, challenge)).toBe(200)
      expect(await statusOf(eve, recovery, { code: '0123456789abcdef' })).toBe(422)
    }
    expect(await statusOf(eve, challenge)).toBe(429)
    expect(await statusOf(eve, recovery, { code: codes[0] })).toBe(429)
    expect(await statusOf(owner, challenge)).toBe(200)
    expect(await statusOf(owner, recovery, { code: codes[0] })).toBe(200)
    await strict.close()
  })

  test('allows about seventy wrong factor codes a day, while a recovery code still works', async () => {
    // Counters of earlier tests for this IP address.
    await database.query('delete from server.rate_limits')
    const strict = await startAuthServer(database, { rateLimitFactor: 1 })
    const strictly = usersOf(strict)
    const owner = await strictly.founder()
    const app = await strictly.addsApp(owner.client)
    const made = await strict.send('/factors/recovery-codes', { bearer: await bearerOf(owner.client), method: 'POST' })
    const { codes } = (await made.json()) as { codes: string[] }
    const eve = await strictly.signsIn(owner.email)
    const attempts = async (client: Client, code: string) => {
      const bearer = await bearerOf(client)
      const challenged = await strict.send(`/factors/${app.id}/challenge`, { bearer, method: 'POST' })
      const { id } = (await challenged.json()) as { id?: string }
      const json = { challenge_id: id, code }
      const answer = id === undefined ? challenged : await strict.send(`/factors/${app.id}/verify`, { bearer, json })
      return { status: answer.status, wait: Number(answer.headers.get('retry-after')) }
    }

    // Past the minute in which the authenticator app was added.
    strictly.advance(61)
    const waits: number[] = []
    let guesses = 0
    for (let seconds = 0; seconds < 86_400;) {
      const { status, wait } = await attempts(eve, '000000')
      if (status === 422) guesses += 1
      else {
        expect(status).toBe(429)
        waits.push(wait)
        seconds += wait
        strictly.advance(wait)
        await eve.auth.refreshSession()
      }
    }
    // The first wait is that of the limit of fifteen a minute.
    expect(waits.slice(1, 8)).toEqual([60, 120, 240, 480, 960, 1800, 1800])
    expect(guesses).toBeGreaterThan(60)
    expect(guesses).toBeLessThan(80)

    expect((await attempts(eve, '000000')).status).toBe(422)
    expect((await attempts(eve, app.code())).status).toBe(429)
    const found = await strictly.signsIn(owner.email)
    const recovery = { bearer: await bearerOf(found), json: { code: codes[0] } }
    expect((await strict.send('/factors/recovery-codes/verify', recovery)).status).toBe(200)

    // A correct code resets the counter.
    strictly.advance(1800)
    const again = await strictly.signsIn(owner.email)
    expect((await attempts(again, app.code())).status).toBe(200)
    const last = await strictly.signsIn(owner.email)
    for (let number = 0; number < 3; number++) expect((await attempts(last, '000000')).status).toBe(422)
    await strict.close()
  })

  test('removing the last verified factor deletes the recovery codes and downgrades their sessions to aal1', async () => {
    const { client, id, email, app, codes } = await withCodes()
    const second = await users.addsApp(client, 'Second')
    const again = await users.signsIn(email)
    const { body } = await verifies(again, codes[0] ?? '')
    await again.auth.setSession({ access_token: body.access_token ?? '', refresh_token: body.refresh_token ?? '' })
    expect((await again.auth.mfa.unenroll({ factorId: app.id })).error).toBeNull()
    expect((await counts(again)).body).toMatchObject({ remaining: 9 })
    await again.auth.refreshSession()
    expect(await level(again)).toBe('aal2')

    // The secret key may remove the factor of a user who has lost it.
    const { error } = await server.admin().auth.admin.mfa.deleteFactor({ userId: id, id: second.id })
    expect(error).toBeNull()
    expect((await counts(again)).status).toBe(404)
    await again.auth.refreshSession()
    expect(await level(again)).toBe('aal1')
    expect(await methods(again)).toEqual(['password'])
    expect((await verifies(again, codes[1] ?? '')).status).toBe(422)
    expect(await database.query('select from server.recovery_codes where user_id = $1', [id])).toHaveLength(0)
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ code: ' - ' }, 400, 'validation_failed'],
    [{ code: 7 }, 400, 'bad_json'],
    [{ code: 'x'.repeat(10_000) }, 422, 'mfa_verification_failed'],
  ])('rejects the recovery code request %j with %i %s', async (json, status, code) => {
    const { client } = await users.founder()
    const answer = await server.send('/factors/recovery-codes/verify', { json, bearer: await bearerOf(client) })
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([status, code])
  })
})
