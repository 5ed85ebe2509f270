import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { createTestServer, engines, runFunction } from '../harness.ts'
import { mailsTo, openMailbox } from '../mailbox.ts'
import { ownerOf } from '../owner.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

const password = 'correct horse'
const newEmail = () => `founder-${randomUUID().slice(0, 8)}@example.com`

describe.each(engines)('mails to one address on %s', (engine) => {
  let database: Database
  let strict: AuthServer

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    strict = await startAuthServer(database, { rateLimitFactor: 1 })
  })
  afterAll(async () => {
    await strict.close()
    await database.close()
  })

  let hosts = 0
  /** Each request comes from another network. */
  const asks = async (path: string, json: object, bearer?: string) => {
    const headers = { 'x-forwarded-for': `198.51.${Math.floor(hosts / 250)}.${hosts++ % 250}` }
    const method = path === '/user' ? 'PUT' : 'POST'
    return (await strict.send(path, { json, method, headers, ...(bearer && { bearer }) })).status
  }
  const mailed = (to: string) => strict.outbox.filter((mail) => mail.to === to).length
  const signsUp = async (email: string) => {
    const { data, error } = await strict.browser().auth.signUp({ email, password })
    if (error) throw error
    return data.session?.access_token ?? ''
  }

  const named = (email: string, name: number) => email.replace('@', `+${name}@`)
  const reauthenticates = async (bearer: string) => (await strict.send('/reauthenticate', { bearer })).status

  test('three a minute, of all kinds, from everywhere and to all names of a mailbox; no answer tells', async () => {
    const email = newEmail()
    const bearer = await signsUp(email)
    for (const name of [1, 2]) await signsUp(named(email, name))
    expect(await asks('/recover', { email })).toBe(200)
    expect(await asks('/otp', { email })).toBe(200)
    expect(await asks('/recover', { email: named(email, 1) })).toBe(200)
    expect(await asks('/recover', { email: named(email, 2) })).toBe(200)
    expect(await asks('/otp', { email: named(email, 2) })).toBe(200)
    expect([mailed(email), mailed(named(email, 1)), mailed(named(email, 2))]).toEqual([2, 1, 0])
    // The mails that a user asks for in their own account are counted apart.
    expect(await reauthenticates(bearer)).toBe(200)
    expect(mailed(email)).toBe(3)
    expect((await strict.admin().auth.admin.inviteUserByEmail(email)).error).toMatchObject({ status: 429 })
  })

  test('three a minute to the accounts of one mailbox that are not proven, when their users ask', async () => {
    const email = newEmail()
    const answers: number[] = []
    for (const name of [1, 2, 3, 4]) answers.push(await reauthenticates(await signsUp(named(email, name))))
    expect(answers).toEqual([200, 200, 200, 429])
  })

  test('requests that send no mail do not shut a mailbox', async () => {
    const email = newEmail()
    await signsUp(email)
    for (let name = 0; name < 40; name++) expect(await asks('/recover', { email: named(email, name) })).toBe(200)
    for (const type of ['signup', 'email_change']) expect(await asks('/resend', { type, email })).toBe(200)
    expect(await asks('/recover', { email })).toBe(200)
    expect(mailed(email)).toBe(1)
  })

  test('thirty a day; a user who is signed in still gets theirs', async () => {
    const email = newEmail()
    const bearer = await signsUp(email)
    for (let minute = 0; minute < 32; minute++) {
      expect(await asks('/recover', { email })).toBe(200)
      strict.advance(60)
    }
    expect(await asks('/otp', { email })).toBe(200)
    expect(mailed(email)).toBe(30)
    expect(await reauthenticates(bearer)).toBe(200)
    expect(await asks('/user', { email: newEmail(), current_password: password }, bearer)).toBe(200)
    expect(mailed(email)).toBe(32)
    strict.advance(86_400)
    expect(await asks('/recover', { email })).toBe(200)
    expect(mailed(email)).toBe(33)
  })

  test('changes of address of several accounts to one', async () => {
    const victim = newEmail()
    const answers: number[] = []
    for (let account = 0; account < 4; account++) {
      const bearer = await signsUp(newEmail())
      answers.push(await asks('/user', { email: victim }, bearer))
      strict.advance(20)
    }
    expect(answers).toEqual([200, 429, 429, 200])
    expect(mailed(victim)).toBe(2)
  })

  test('calls that a stranger books under an address that is not theirs', async () => {
    const server = await createTestServer(engine, { env: { RATE_LIMIT_FACTOR: '0.1' } })
    const days = (n: number) => `${new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)}T15:00:00Z`
    const stranger = await server.founder('victim')
    const service = server.client(server.secretKey)
    for (const starts_at of [days(2), days(3), days(4), days(5)]) {
      const call = { founder: stranger.id, member: 'growth', starts_at }
      expect((await service.rpc('book_call', call)).error).toBeNull()
      await runFunction(server, 'booking-mails')
    }
    expect(await mailsTo(server, stranger)).toHaveLength(1)
    await server.close()
  })
})

describe.each(engines)('a mail of a call on %s', (engine) => {
  test('counts when the mail server has accepted it, and one that has to wait is no failure', async () => {
    const mailbox = await openMailbox()
    const failures: unknown[] = []
    const server = await createTestServer(engine, {
      env: { SMTP_URL: mailbox.url, RATE_LIMIT_FACTOR: '0.1' },
      log: (event) => void (event.kind === 'request-failed' && failures.push(event.cause)),
    })
    const owner = await ownerOf(server.own.config, server.database)
    onTestFinished(async () => {
      await owner.end()
      await server.close()
      await mailbox.close()
    })
    const founder = await server.founder('ana')
    const books = (days: number) => {
      const starts_at = `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T15:00:00Z`
      const call = { founder: founder.id, member: 'growth' as const, starts_at }
      return server.client(server.secretKey).rpc('book_call', call).throwOnError()
    }
    mailbox.refuse(true)
    await books(2)
    await runFunction(server, 'booking-mails')
    await vi.waitFor(() => expect([mailbox.refusals, failures.length]).toEqual([1, 1]))
    mailbox.refuse(false)
    await owner.query('update private.booking_mails set due_at = now()')
    await runFunction(server, 'booking-mails')
    await vi.waitFor(() => expect(mailbox.raw).toHaveLength(1))

    await books(3)
    const answer = await runFunction(server, 'booking-mails')
    expect([answer.status, await answer.json()]).toEqual([200, { sent: 0 }])
    await vi.waitFor(async () => {
      expect(await owner.query('select from private.booking_mails where due_at > now()')).toHaveLength(1)
    })
    expect([mailbox.raw.length, failures.length]).toEqual([1, 1])
  })
})

describe.each(engines)('accounts that were never used on %s', (engine) => {
  test('are in no list of the team until their user opens the invitation', async () => {
    const server = await createTestServer(engine)
    const admin = await server.admin('admin')
    const service = server.client(server.secretKey).auth.admin
    const invited = 'invited@example.com'
    await service.inviteUserByEmail(invited, { data: { first_name: 'Never', last_name: 'Came' } })
    await service.createUser({ email: 'made@example.com', password, user_metadata: { first_name: 'Made' } })
    const listed = async () => (await admin.client.rpc('find_founders', {})).data?.map(({ first_name }) => first_name)
    expect(await listed()).toEqual(['admin'])

    await expect(server.founder('invited')).rejects.toThrow('already registered')
    expect(await listed()).toEqual(['admin'])

    const { data } = await service.generateLink({
      type: 'invite',
      email: 'later@example.com',
      options: { data: { first_name: 'Later' } },
    })
    expect(await listed()).not.toContain('Later')
    await server.client().auth.verifyOtp({ type: 'invite', token_hash: data.properties?.hashed_token ?? '' })
    expect(await listed()).toContain('Later')
    await server.close()
  })

  test('a banned account stays, and blocks the address', async () => {
    const database = await openTestDatabase(engine)
    const server = await startAuthServer(database)
    const email = newEmail()
    await server.admin().auth.admin.createUser({ email, password, ban_duration: '24h' })
    expect((await server.browser().auth.signUp({ email, password })).error?.code).toBe('user_already_exists')
    await server.close()
    await database.close()
  })
})
