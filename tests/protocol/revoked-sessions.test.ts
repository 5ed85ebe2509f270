import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type Client, type Person, type TestServer } from '../harness.ts'

/** Another node may have removed the factor: this one caches a session for five seconds. */
const WITHIN = { timeout: 7000, interval: 250 }

const enrol = async ({ auth }: Client, friendlyName: string) => {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const code = () => new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
  const { error: wrong } = await auth.mfa.challengeAndVerify({ factorId: data.id, code: code() })
  if (wrong) throw wrong
  return data.id
}

describe.each(engines)('a session whose second factor was removed, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(engine)
  })
  afterAll(() => server.close())

  /** A user with two factors: `laptop` was raised by one of them, `client` by the other. */
  async function withTwoFactors(name: string, make = server.founder) {
    const person = await make(name)
    await person.client.from('goals').insert({ user_id: person.id, text: 'Ten demos', period: 'weekly' }).throwOnError()
    const lost = await enrol(person.client, 'Lost phone')
    const { data } = await person.client.auth.getSession()
    // The session's tokens as issued, never refreshed.
    const laptop = server.client()
    await laptop.auth.setSession({
      access_token: data.session?.access_token ?? '',
      refresh_token: data.session?.refresh_token ?? '',
    })
    const kept = await enrol(person.client, 'New phone')
    await server.database.query('update auth.sessions set factor_id = $2 where user_id = $1', [person.id, lost])
    return { person, laptop, lost, kept }
  }
  const goalsOf = async (client: Client) => (await client.from('goals').select().throwOnError()).data
  const tokenOf = async ({ auth }: Client) => (await auth.getSession()).data.session?.access_token ?? ''
  const send = (path: string, method: string, token: string) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
    })
  const goalsWith = async (token: string) => (await send('/rest/v1/goals', 'GET', token)).json()
  /** 403 at aal1. */
  const statusOfNewCodes = async (token: string) =>
    (await send('/auth/v1/factors/recovery-codes', 'POST', token)).status
  const actions = (client: Client) =>
    client.functions.invoke('suggest-quick-actions', { body: { previousActions: [] } })

  test('a session whose factor was removed loses access within five seconds, with its existing tokens', async () => {
    const { person, laptop, lost } = await withTwoFactors('ana')
    expect(await goalsOf(laptop)).toHaveLength(1)
    expect((await actions(laptop)).error).toBeNull()
    const received: string[] = []
    const joined = vi.fn()
    await laptop.realtime.setAuth((await laptop.auth.getSession()).data.session?.access_token)
    laptop
      .channel('goals')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'goals' }, () => received.push('laptop'))
      .subscribe((status) => status === 'SUBSCRIBED' && joined())
    await vi.waitFor(() => expect(joined).toHaveBeenCalled(), WITHIN)

    const removedAt = Date.now()
    await server.database.query('delete from auth.mfa_factors where id = $1', [lost])
    await vi.waitFor(async () => expect(await goalsOf(laptop)).toEqual([]), WITHIN)
    expect(Date.now() - removedAt).toBeLessThan(6000)
    expect((await laptop.rpc('my_data')).error).toMatchObject({ code: '42501' })
    expect((await laptop.rpc('delete_my_account')).error).toMatchObject({ code: '42501' })
    expect((await actions(laptop)).error).toMatchObject({ context: { status: 401 } })
    expect((await laptop.auth.updateUser({ password: 'another123' })).error).toMatchObject({ code: 'insufficient_aal' })
    expect((await laptop.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Eve' })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    const other = server.client()
    await other.auth.signInWithPassword({ email: person.email, password: person.password })
    const service = server.client(server.secretKey)
    await service.from('goals').insert({ user_id: person.id, text: 'Pricing page', period: 'weekly' }).throwOnError()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(received).toEqual([])
    await laptop.removeAllChannels()
  })

  test('an admin’s session whose factor was removed loses admin access', async () => {
    const { laptop, lost } = await withTwoFactors('root', server.admin)
    await server.founder('ben')
    expect((await laptop.from('profiles').select().throwOnError()).data.length).toBeGreaterThan(1)
    await server.client(server.secretKey).auth.admin.mfa.deleteFactor({
      userId: (await laptop.auth.getUser()).data.user?.id ?? '',
      id: lost,
    })
    expect((await laptop.from('profiles').select().throwOnError()).data).toEqual([])
  })

  test('a session continues at aal1 when its last factor was removed', async () => {
    const { person, laptop, lost, kept } = await withTwoFactors('cleo')
    await server.database.query('delete from auth.mfa_factors where id = any($1)', [[lost, kept]])
    await vi.waitFor(async () => {
      expect(await statusOfNewCodes(await tokenOf(laptop))).toBe(403)
    }, WITHIN)
    expect((await laptop.auth.mfa.listFactors()).data?.totp).toEqual([])
    expect(await goalsOf(laptop)).toHaveLength(1)
    const [row] = await server.database.query<{ aal: string; methods: string }>(
      `select s.aal, string_agg(a.authentication_method, ',') as methods
       from auth.sessions s join auth.mfa_amr_claims a on a.session_id = s.id where s.user_id = $1 group by s.aal`,
      [person.id],
    )
    expect(row).toEqual({ aal: 'aal1', methods: 'password' })
  })

  test('an access token from before a factor’s removal stays at aal1 when another factor raises the session', async () => {
    const { client, id } = await server.founder('dora')
    await client.from('goals').insert({ user_id: id, text: 'Ten demos', period: 'weekly' }).throwOnError()
    const lost = await enrol(client, 'Lost phone')
    const old = await tokenOf(client)
    expect(await statusOfNewCodes(old)).toBe(200)
    expect((await client.auth.mfa.unenroll({ factorId: lost })).error).toBeNull()
    expect(await statusOfNewCodes(old)).toBe(403)

    await enrol(client, 'New phone')
    expect(await statusOfNewCodes(await tokenOf(client))).toBe(200)
    expect(await statusOfNewCodes(old)).toBe(403)
    expect(await goalsWith(old)).toEqual([])
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await statusOfNewCodes(await tokenOf(client))).toBe(200)
    expect(await goalsWith(await tokenOf(client))).toHaveLength(1)
  })
})

describe.each(engines)('a new password or address on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(engine)
  })
  afterAll(() => server.close())

  const subscribe = async ({ client }: Person) =>
    (await client.rpc('new_calendar_feed', { time_zone: 'UTC' }).throwOnError()).data
  const statusOf = async (key: string) => (await fetch(`${server.url}/functions/v1/calendar-feed?key=${key}`)).status
  const recoveryOf = async ({ email }: Person) => {
    const { data, error } = await server.client(server.secretKey).auth.admin.generateLink({ type: 'recovery', email })
    if (error) throw error
    return data.properties.hashed_token
  }
  const redeem = async (token_hash: string) => {
    const client = server.client()
    const { error } = await client.auth.verifyOtp({ type: 'recovery', token_hash })
    return { client, error }
  }
  const admin = () => server.client(server.secretKey).auth.admin

  const changes: readonly [string, (person: Person) => Promise<{ error: unknown }>][] = [
    ['a password set by the user', ({ client }) => client.auth.updateUser({ password: 'another123' })],
    ['a password set by an admin', ({ id }) => admin().updateUserById(id, { password: 'another123' })],
    ['an address set by an admin', ({ id, email }) => admin().updateUserById(id, { email: `new-${email}` })],
    [
      'a password set after a mailed link',
      async (person) => {
        const { client, error } = await redeem(await recoveryOf(person))
        return error ? { error } : client.auth.updateUser({ password: 'another123' })
      },
    ],
  ]
  test.each(changes)('%s revokes the calendar feed', async (name, change) => {
    const person = await server.founder(`feed-${changes.findIndex(([one]) => one === name)}`)
    const key = await subscribe(person)
    expect(await statusOf(key)).toBe(200)
    expect((await change(person)).error).toBeNull()
    expect(await statusOf(key)).toBe(404)
  })

  test.each(changes.slice(0, 3))('%s revokes links that were mailed before', async (name, change) => {
    const person = await server.founder(`link-${changes.findIndex(([one]) => one === name)}`)
    const link = await recoveryOf(person)
    expect((await change(person)).error).toBeNull()
    expect((await redeem(link)).error).toMatchObject({ code: 'otp_expired' })
  })

  describe('recovering the account without a new password', () => {
    /** A link to change the address, which an attacker may have requested. */
    const mailedLinkOf = async ({ email }: Person) => {
      const change = { type: 'email_change_current', email, newEmail: `thief-of-${email}` } as const
      const { data, error } = await admin().generateLink(change)
      if (error) throw error
      return data.properties.hashed_token
    }
    const post = async ({ auth }: Client, path: string, body: object = {}) =>
      fetch(`${server.url}/auth/v1${path}`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${(await auth.getSession()).data.session?.access_token ?? server.publishableKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
    const previewOf = async (token_hash: string) =>
      (await post(server.client(), '/verify/preview', { type: 'email_change', token_hash })).status

    test('recovery by a mailed link revokes the calendar feed and the other links, not its own session', async () => {
      const person = await server.founder('recovers-by-mail')
      const key = await subscribe(person)
      const link = await mailedLinkOf(person)
      const recovery = await recoveryOf(person)
      expect((await server.client().auth.resetPasswordForEmail(person.email)).error).toBeNull()
      expect([await statusOf(key), await previewOf(link)]).toEqual([200, 200])

      expect((await redeem(recovery)).error).toMatchObject({ code: 'otp_expired' })
      expect([await statusOf(key), await previewOf(link)]).toEqual([200, 200])

      const { client, error } = await redeem(await recoveryOf(person))
      expect(error).toBeNull()
      expect([await statusOf(key), await previewOf(link)]).toEqual([404, 403])
      const { data } = await client.auth.getUser()
      expect(data.user?.id).toBe(person.id)
      expect(data.user?.new_email).toBeUndefined()
    })

    test('recovery by a recovery code revokes the calendar feed and mailed links', async () => {
      const person = await server.founder('recovers-by-code')
      await enrol(person.client, 'Phone')
      const key = await subscribe(person)
      const { codes } = (await (await post(person.client, '/factors/recovery-codes')).json()) as { codes: string[] }
      const link = await mailedLinkOf(person)
      const client = server.client()
      expect((await client.auth.signInWithPassword(person)).error).toBeNull()
      expect((await post(client, '/factors/recovery-codes/verify', { code: 'wrong' })).status).toBe(422)
      expect([await statusOf(key), await previewOf(link)]).toEqual([200, 200])
      expect((await post(client, '/factors/recovery-codes/verify', { code: codes[0] })).status).toBe(200)
      expect([await statusOf(key), await previewOf(link)]).toEqual([404, 403])
    })

    test('a magic link revokes neither the calendar feed nor other links of a proven address', async () => {
      const known = { email: 'signs-in-by-mail@example.com', password: 'secret123' }
      const { data: created } = await admin().createUser({ ...known, email_confirm: true })
      const person = { ...known, id: created.user?.id ?? '', client: server.client() }
      await person.client.auth.signInWithPassword(known)
      const key = await subscribe(person)
      const link = await mailedLinkOf(person)
      const { data } = await admin().generateLink({ type: 'magiclink', email: person.email })
      const token_hash = data.properties?.hashed_token ?? ''
      expect((await server.client().auth.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull()
      expect([await statusOf(key), await previewOf(link)]).toEqual([200, 200])
    })
  })

  test('a new password cancels a pending change of address', async () => {
    const { client } = await server.founder('moving')
    expect((await client.auth.updateUser({ email: 'elsewhere@example.com' })).data.user?.new_email).toBeDefined()
    expect((await client.auth.updateUser({ password: 'another123' })).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined()
  })
})
