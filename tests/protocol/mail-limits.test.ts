import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { createTestServer, engines, runFunction } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
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

  test('three a minute, of all kinds and from everywhere', async () => {
    const email = newEmail()
    const bearer = await signsUp(email)
    expect(await asks('/recover', { email })).toBe(200)
    expect(await asks('/otp', { email })).toBe(200)
    expect(await asks('/resend', { type: 'signup', email })).toBe(200)
    expect(await asks('/resend', { type: 'email_change', email })).toBe(429)
    expect((await strict.send('/reauthenticate', { bearer })).status).toBe(429)
    expect((await strict.admin().auth.admin.inviteUserByEmail(email)).error).toMatchObject({ status: 429 })
    expect(mailed(email)).toBe(2)
  })

  test('thirty a day, also under other names of the mailbox', async () => {
    const email = newEmail()
    await signsUp(email)
    for (let minute = 0; minute < 30; minute++) {
      expect(await asks('/recover', { email: minute % 2 === 0 ? email : email.replace('@', `+${minute}@`) })).toBe(200)
      strict.advance(60)
    }
    expect(await asks('/recover', { email })).toBe(429)
    expect(await asks('/otp', { email })).toBe(429)
    strict.advance(86_400)
    expect(await asks('/recover', { email })).toBe(200)
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
