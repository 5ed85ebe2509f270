import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'
import { bearerOf, level, password, usersOf, type Client, type Founder } from './mfa-users.ts'

const NEW_PASSWORD = 'another horse'

describe.each(engines)('the first proof of an address on %s', (engine) => {
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

  const codeOf = (email: string) => {
    const mail = server.outbox.findLast(({ to }) => to === email)
    return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  }
  const linkOf = (email: string) => {
    const mail = server.outbox.findLast(({ to }) => to === email)
    return new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none')
  }
  const tokenHashOf = (email: string) => new URLSearchParams(linkOf(email).hash.slice(1)).get('token_hash') ?? ''

  const entrances: Record<string, (email: string) => Promise<Client>> = {
    'a recovery link': async (email) => {
      const client = server.browser()
      await client.auth.resetPasswordForEmail(email)
      const { error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenHashOf(email) })
      expect(error).toBeNull()
      return client
    },
    'a recovery link in the PKCE flow': async (email) => {
      const client = server.browser({ flowType: 'pkce' })
      await client.auth.resetPasswordForEmail(email)
      const opened = await server.send(linkOf(email).href.replace(/^.*\/auth\/v1/, ''), { key: null })
      const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? ''
      expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
      return client
    },
    'a sign-in link': async (email) => {
      const client = server.browser()
      await client.auth.signInWithOtp({ email })
      const { error } = await client.auth.verifyOtp({ type: 'magiclink', token_hash: tokenHashOf(email) })
      expect(error).toBeNull()
      return client
    },
    'a mailed code': async (email) => {
      const client = server.browser()
      await client.auth.signInWithOtp({ email })
      expect((await client.auth.verifyOtp({ type: 'email', email, token: codeOf(email) })).error).toBeNull()
      return client
    },
  }

  /** Calls a function of the product as the user of a session. */
  async function calls(client: Client, sql: string) {
    const caller = await server.auth.identify({ keyRole: 'anon', token: await bearerOf(client) })
    if (!caller.ok) throw new Error('not signed in')
    const read = await database.asCaller(caller.value, { text: sql, values: [] })
    if (!read.ok) throw new Error(JSON.stringify(read.failure))
    return read.value.rows
  }
  const feedsOf = (client: Client) => calls(client, 'select * from public.calendar_feed_state()')
  const recoveryCodes = async (client: Client, method = 'GET') =>
    (await server.send('/factors/recovery-codes', { method, bearer: await bearerOf(client) })).status

  /** Someone who signs up with the address of another person, and protects the account as their own. */
  async function squats() {
    const stranger = await users.founder()
    await users.addsApp(stranger.client)
    expect(await recoveryCodes(stranger.client, 'POST')).toBe(200)
    await calls(stranger.client, `select public.new_calendar_feed('UTC')`)
    expect(await feedsOf(stranger.client)).toHaveLength(1)
    return stranger
  }

  test.each(Object.keys(entrances))(
    'by %s the owner takes over an account that a stranger has protected',
    async (by) => {
      const stranger = await squats()
      const strangers = await bearerOf(stranger.client)
      const owner = await entrances[by]?.(stranger.email)
      if (!owner) throw new Error('no entrance')
      const { data } = await owner.auth.getUser()
      expect(data.user).toMatchObject({ id: stranger.id })
      expect(data.user?.factors ?? []).toEqual([])
      expect(await level(owner)).toBe('aal1')
      expect((await owner.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
      expect(await feedsOf(owner)).toEqual([])
      expect(await recoveryCodes(owner)).toBe(404)

      expect((await server.send('/user', { bearer: strangers })).status).toBe(403)
      expect((await stranger.client.auth.refreshSession()).error).not.toBeNull()
      const again = await server.browser().auth.signInWithPassword({ email: stranger.email, password })
      expect(again.error?.code).toBe('invalid_credentials')
    },
  )

  test('a password that was compared before the owner took the account over opens no session after it', async () => {
    const stranger = await users.founder()
    const takesOver = entrances['a recovery link']
    const racing = await startAuthServer({
      ...database,
      query: async (sql, ...rest) => {
        if (sql.includes('server.sign_in(')) await takesOver?.(stranger.email)
        return database.query(sql, ...rest)
      },
    })
    const late = await racing.browser().auth.signInWithPassword({ email: stranger.email, password })
    expect(late.error?.code).toBe('invalid_credentials')
    const sessions = await database.query('select from auth.sessions where user_id = $1', [stranger.id])
    expect(sessions).toHaveLength(1)
    await racing.close()
  })

  const provesInPlace = async ({ client, email }: Founder) => {
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const proven = await server.send('/reauthenticate', {
      json: { nonce: codeOf(email) },
      bearer: await bearerOf(client),
    })
    expect(proven.status).toBe(200)
  }
  const isProven = async ({ id }: Pick<Founder, 'id'>) => {
    const { data } = await server.admin().auth.admin.getUserById(id)
    return (data.user as { email_proven_at?: string } | null)?.email_proven_at !== undefined
  }

  test('a code mailed for a step-up proves the address, and ends nothing', async () => {
    const founder = await users.founder()
    const elsewhere = await users.signsIn(founder.email)
    expect(await isProven(founder)).toBe(false)
    await provesInPlace(founder)
    expect(await isProven(founder)).toBe(true)
    for (const { auth } of [founder.client, elsewhere]) expect((await auth.getUser()).error).toBeNull()
    expect((await users.signsIn(founder.email)).auth).toBeDefined()
  })

  test.each(Object.keys(entrances))(
    'by %s a mailbox does not bypass the second factor of a proven account',
    async (by) => {
      const founder = await users.founder()
      await provesInPlace(founder)
      const app = await users.addsApp(founder.client)
      const other = await entrances[by]?.(founder.email)
      if (!other) throw new Error('no entrance')
      expect((await other.auth.getUser()).data.user?.factors).toMatchObject([{ id: app.id, status: 'verified' }])
      expect((await other.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('insufficient_aal')
      expect((await founder.client.auth.getUser()).error).toBeNull()
      expect((await users.signsIn(founder.email)).auth).toBeDefined()
    },
  )

  test('a change of address that both mailboxes confirmed is proven, and keeps the second factor', async () => {
    const founder = await users.founder()
    await users.addsApp(founder.client)
    const next = `next-${founder.email}`
    expect((await founder.client.auth.updateUser({ email: next })).error).toBeNull()
    const hashes = [tokenHashOf(next), tokenHashOf(founder.email)]
    for (const token_hash of hashes) await server.send('/verify', { json: { type: 'email_change', token_hash } })
    expect(await isProven(founder)).toBe(true)
    const other = await entrances['a recovery link']?.(next)
    expect((await other?.auth.updateUser({ password: NEW_PASSWORD }))?.error?.code).toBe('insufficient_aal')
  })

  test('an invitation ends the password of a sign-up that was never confirmed', async () => {
    const confirming = await startAuthServer(database, { confirmsEmail: true })
    const email = `invited-${Date.now()}@example.com`
    await confirming.browser().auth.signUp({ email, password })
    await server.admin().auth.admin.inviteUserByEmail(email)
    const invited = server.browser()
    expect((await invited.auth.verifyOtp({ type: 'invite', token_hash: tokenHashOf(email) })).error).toBeNull()
    const stranger = await server.browser().auth.signInWithPassword({ email, password })
    expect(stranger.error?.code).toBe('invalid_credentials')
    await confirming.close()
  })
})
