import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSms } from '../../server/auth/mfa/sms.ts'
import type { Database } from '../../server/database/database.ts'
import type { LogEvent } from '../../server/log.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'
import { bearerOf, level, methods, password, usersOf, type Client } from './mfa-users.ts'

const newNumber = () => `+35191${randomInt(1_000_000, 10_000_000)}`

describe.each(engines)('phone factors on %s', (engine) => {
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

  async function enrols({ auth }: Client, phone = newNumber(), friendlyName = 'Phone') {
    const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
    if (error) throw error
    return { id: data.id, phone }
  }
  /** Requests a text message. @returns the challenge and the code in the message */
  async function sendsCode({ auth }: Client, factorId: string) {
    const { data, error } = await auth.mfa.challenge({ factorId })
    if (error) throw error
    const message = server.texts.at(-1)
    return { ...data, phone: message?.phone, text: message?.text, code: message?.text.slice(0, 6) ?? '' }
  }
  const verifies = ({ auth }: Client, factorId: string, challengeId: string, code: string) =>
    auth.mfa.verify({ factorId, challengeId, code })
  async function withPhone() {
    const founder = await users.founder()
    const factor = await enrols(founder.client)
    const { id, code } = await sendsCode(founder.client, factor.id)
    expect((await verifies(founder.client, factor.id, id, code)).error).toBeNull()
    return { ...founder, factor }
  }
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('the code of a text message verifies a phone factor, raises the session to aal2, and notifies the client', async () => {
    const { client } = await users.founder()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const phone = newNumber()
    const { data: enrolled } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Phone' })
    expect(enrolled).toMatchObject({ type: 'phone', friendly_name: 'Phone', phone })
    const id = enrolled?.id ?? ''
    const sent = await sendsCode(client, id)
    expect(sent).toMatchObject({ type: 'phone', phone })
    expect(sent.text).toBe(
      `${sent.code} is your Upswing code. It works once, for 5 minutes.\n\n@localhost #${sent.code}`,
    )
    expect(sent.code).toMatch(/^\d{6}$/)
    const { data, error } = await verifies(client, id, sent.id, sent.code)
    expect(error).toBeNull()
    expect(data?.user.factors).toMatchObject([
      { id, factor_type: 'phone', status: 'verified', phone: phone.slice(1) },
    ]) // prettier-ignore
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await level(client)).toBe('aal2')
    expect(await methods(client)).toEqual(['mfa/phone', 'password'])
    expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ id }])
  })

  test.each(['', '12345', '+0351912345678', '+1234567890123456', '351-912-345-678', 'tel:+351912345678', '+35191234567a'])(
    'rejects the phone number %j with 400 validation_failed',
    async (phone) => {
      const { client } = await users.founder()
      const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Phone' })
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    },
  ) // prettier-ignore

  test('a user has one factor per phone number: an unverified one is replaced, a verified one blocks another with 422', async () => {
    const { client } = await users.founder()
    const first = await enrols(client, '+351 912 345 678', 'First')
    const second = await enrols(client, '351912345678', 'Second')
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.all.map(({ id }) => id)).toEqual([second.id])
    expect((await client.auth.mfa.challenge({ factorId: first.id })).error?.code).toBe('mfa_factor_not_found')
    const { id, code } = await sendsCode(client, second.id)
    expect((await verifies(client, second.id, id, code)).error).toBeNull()
    const again = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+351912345678', friendlyName: 'Third' })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
    await enrols((await users.founder()).client, '+351912345678')
  })

  test('accepts a text message code once, for its own challenge, within five minutes', async () => {
    const { client, factor } = await withPhone()
    users.advance(60)
    const first = await sendsCode(client, factor.id)
    users.advance(60)
    const second = await sendsCode(client, factor.id)
    const wrong = { status: 422, code: 'mfa_verification_failed' }
    if (first.code !== second.code) {
      expect((await verifies(client, factor.id, second.id, first.code)).error).toMatchObject(wrong)
    }
    expect((await verifies(client, factor.id, second.id, wrongCode(second.code))).error).toMatchObject(wrong)
    expect((await verifies(client, factor.id, second.id, second.code)).error).toBeNull()
    expect((await verifies(client, factor.id, second.id, second.code)).error?.code).toBe('mfa_ip_address_mismatch')
    users.advance(241)
    expect((await verifies(client, factor.id, first.id, first.code)).error?.code).toBe('mfa_challenge_expired')
  })

  test('accepts one of 20 concurrent requests with the same text message code', async () => {
    const { email, factor } = await withPhone()
    users.advance(60)
    const again = await users.signsIn(email)
    const { id: challenge_id, code } = await sendsCode(again, factor.id)
    const bearer = await bearerOf(again)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await server.send(`/factors/${factor.id}/verify`, { bearer, json: { challenge_id, code } })
        return answer.status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(19)
  })

  test('stores a text message code as a hash only', async () => {
    const { client, factor } = await withPhone()
    users.advance(60)
    const { id, code } = await sendsCode(client, factor.id)
    const [row] = await database.query<{ otp_code: string }>('select otp_code from auth.mfa_challenges where id = $1', [id])
    expect(row?.otp_code).toMatch(/^[\da-f]{64}$/)
    expect(row?.otp_code).not.toContain(code)
  }) // prettier-ignore

  test('rejects a text message code with 429 after five wrong guesses, even the right one', async () => {
    const { client, factor } = await withPhone()
    users.advance(60)
    const sent = await sendsCode(client, factor.id)
    const strict = await startAuthServer(database, { rateLimitFactor: 1 })
    const strictUsers = usersOf(strict)
    strictUsers.advance((sent.expires_at - 300) - Math.floor(Date.now() / 1000) + 1) // prettier-ignore
    const bearer = await bearerOf(client)
    const guess = async (code: string) =>
      (await strict.send(`/factors/${factor.id}/verify`, { bearer, json: { challenge_id: sent.id, code } })).status
    const statuses: number[] = []
    for (let number = 0; number < 5; number++) statuses.push(await guess(wrongCode(sent.code)))
    statuses.push(await guess(sent.code))
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    await strict.close()
  })

  describe('phone factors with production rate limits', () => {
    let days = 0
    const strictly = async <Value>(work: (strict: AuthServer, on: ReturnType<typeof usersOf>) => Promise<Value>) => {
      const strict = await startAuthServer(database, { rateLimitFactor: 1 })
      const on = usersOf(strict)
      // Later than every earlier counter: one from a later day would block until that day.
      days += 10
      on.advance(days * 86_400)
      await work(strict, on)
      await strict.close()
    }
    const send = async ({ auth }: Client, factorId: string) => (await auth.mfa.challenge({ factorId })).error

    test('limits a user to one text message a minute, and says how many seconds to wait', async () => {
      await strictly(async (strict, on) => {
        const { client } = await on.founder()
        const first = await enrols(client)
        expect(await send(client, first.id)).toBeNull()
        const second = await enrols(client, newNumber(), 'Second')
        const refusal = await send(client, second.id)
        expect(refusal).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
        expect(refusal?.message).toMatch(/you can only request this after \d+ seconds\.$/)
        on.advance(60)
        expect(await send(client, second.id)).toBeNull()
        expect(strict.texts).toHaveLength(2)
      })
    })

    test('limits a phone number to ten text messages a day from all users', async () => {
      await strictly(async (strict, on) => {
        const phone = newNumber()
        for (let number = 0; number < 2; number++) {
          const { client } = await on.founder()
          const { id } = await enrols(client, phone)
          for (let message = 0; message < 5; message++) {
            expect(await send(client, id)).toBeNull()
            on.advance(60)
          }
        }
        const { client } = await on.founder()
        const { id } = await enrols(client, phone)
        expect(await send(client, id)).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
        expect(strict.texts).toHaveLength(10)
        on.advance(86_400)
        const { client: later } = await on.founder()
        expect(await send(later, (await enrols(later, phone)).id)).toBeNull()
      })
    })

    test('a stranger who enrols a number uses up none of the text messages to its owner', async () => {
      await strictly(async (strict, on) => {
        const { client } = await on.founder()
        const factor = await enrols(client)
        expect(await send(client, factor.id)).toBeNull()
        const [challenge] = await database.query<{ id: string }>(
          'select id from auth.mfa_challenges where factor_id = $1',
          [factor.id],
        )
        const code = strict.texts.at(-1)?.text.slice(0, 6) ?? ''
        expect((await verifies(client, factor.id, challenge?.id ?? '', code)).error).toBeNull()
        const stranger = await on.founder()
        const enrolled = await enrols(stranger.client, factor.phone)
        for (let message = 0; message < 9; message++) {
          on.advance(60)
          expect(await send(stranger.client, enrolled.id)).toBeNull()
        }
        on.advance(60)
        expect((await send(stranger.client, enrolled.id))?.code).toBe('over_sms_send_rate_limit')
        for (let message = 0; message < 10; message++) {
          expect(await send(client, factor.id)).toBeNull()
          on.advance(60)
        }
        expect((await send(client, factor.id))?.code).toBe('over_sms_send_rate_limit')
      })
    })

    test('a text message that the gateway did not accept counts neither for its user nor for its number', async () => {
      let isUp = false
      const strict = await startAuthServer(database, {
        rateLimitFactor: 1,
        sms: { provider: 'webhook', send: async () => isUp },
      })
      const on = usersOf(strict)
      on.advance(200 * 86_400)
      const { client } = await on.founder()
      const { id } = await enrols(client)
      for (let message = 0; message < 25; message++) {
        expect((await send(client, id))?.code).toBe('sms_send_failed')
        on.advance(60)
      }
      isUp = true
      expect(await send(client, id)).toBeNull()
      await strict.close()
    })

    test('limits a user to twenty text messages a day to all numbers', async () => {
      await strictly(async (strict, on) => {
        const { client } = await on.founder()
        for (let message = 0; message < 21; message++) {
          const { id } = await enrols(client, newNumber(), `Phone ${message}`)
          await send(client, id)
          on.advance(301)
          if (message % 10 === 9) await client.auth.refreshSession()
          // Enrolling a factor requires recent proof.
          const proven = await strict.send('/reauthenticate', { bearer: await bearerOf(client), json: { password } })
          expect(proven.status).toBe(200)
        }
        expect(strict.texts).toHaveLength(20)
      })
    })
  })

  describe('phone factors through an SMS webhook', () => {
    /** An SMS gateway that responds with one status, and the requests it received. */
    async function gateway(status: number) {
      const requests: { headers: IncomingMessage['headers']; body: unknown }[] = []
      const http = createServer((request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => (body += chunk.toString()))
        request.on('end', () => {
          requests.push({ headers: request.headers, body: JSON.parse(body) })
          response.writeHead(status, { location: '/' }).end('+351 is not to be logged')
        })
      })
      await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
      const { port } = http.address() as AddressInfo
      const events: LogEvent[] = []
      const log = (event: LogEvent) => void events.push(event)
      const sms = createSms({ webhookUrl: `http://me:s%20cret@127.0.0.1:${port}/send?key=1`, outbox: '', log })
      const own = await startAuthServer(database, { sms })
      const close = async () => {
        await own.close()
        http.close()
      }
      return { requests, events, on: usersOf(own), close }
    }

    test('posts number and text to the SMS webhook with its credentials', async () => {
      const { requests, events, on, close } = await gateway(202)
      const { client } = await on.founder()
      const { id, phone } = await enrols(client)
      const { data } = await client.auth.mfa.challenge({ factorId: id })
      expect(requests).toMatchObject([
        {
          headers: {
            'content-type': 'application/json',
            authorization: `Basic ${Buffer.from('me:s cret').toString('base64')}`,
          },
          body: { phone, text: expect.stringMatching(/^\d{6} is your Upswing code/) as string },
        },
      ])
      const { text } = (requests[0]?.body ?? { text: '' }) as { text: string }
      expect((await verifies(client, id, data?.id ?? '', text.slice(0, 6))).error).toBeNull()
      expect(events).toEqual([])
      await close()
    })

    test.each([500, 401, 302])('answers status %i of the SMS webhook with 422 sms_send_failed, stores no challenge, and logs no number', async (status) => {
      const { events, on, close } = await gateway(status)
      const { client } = await on.founder()
      const { id, phone } = await enrols(client)
      const { error } = await client.auth.mfa.challenge({ factorId: id })
      expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
      const open = await database.query('select from auth.mfa_challenges where factor_id = $1', [id])
      expect(open).toHaveLength(0)
      expect(events).toMatchObject([{ kind: 'sms-failed' }])
      const output = JSON.stringify(events) + String((events[0] as { cause: unknown }).cause)
      for (const secret of [phone.slice(1), '351', 'cret', 'key=1']) expect(output).not.toContain(secret)
      await close()
    }) // prettier-ignore
  })
})
