import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadlineOf } from '../../supabase/functions/_shared/goal-deadline.ts'
import type { LogEvent } from '../../server/log.ts'
import { eventsOf } from '../../supabase/functions/_shared/read-calendar.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'

describe.each(engines)('a calendar of goals and calls on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  const logged: LogEvent[] = []
  beforeAll(async () => {
    server = await createTestServer(engine, { log: (event) => logged.push(event) })
    owner = await ownerOf(server.own.config, server.database)
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const subscribe = async ({ client }: Person, time_zone = 'UTC') =>
    (await client.rpc('new_calendar_feed', { time_zone }).throwOnError()).data
  const stateOf = async ({ client }: Person) => (await client.rpc('calendar_feed_state').throwOnError()).data
  const addressOf = (key: string) => `${server.url}/functions/v1/calendar-feed?key=${key}`
  const read = (key: string, init?: RequestInit) => fetch(addressOf(key), init)
  const eventsAt = async (key: string) => {
    const response = await read(key)
    expect(response.status).toBe(200)
    return eventsOf(await response.text())
  }
  const addGoal = ({ id, client }: Person, text: string) =>
    client.from('goals').insert({ user_id: id, text, period: 'monthly' }).throwOnError()

  test('the URL of a calendar feed returns this founder’s goals and calls without an API key, and no one else’s', async () => {
    const [ana, ben] = [await server.founder('ana'), await server.founder('ben')]
    await addGoal(ana, 'Ten demos, or more 🚀')
    await addGoal(ben, 'Mine alone')
    const service = server.client(server.secretKey)
    const starts_at = new Date(Date.now() + 3 * 86_400_000).toISOString().replace(/T.*/, 'T16:00:00+00:00')
    for (const [founder, member] of [
      [ana.id, 'growth'],
      [ben.id, 'strategy'],
    ] as const) {
      await service.rpc('book_call', { founder, member, starts_at, topic: 'Price; and\nplan' }).throwOnError()
    }
    const key = await subscribe(ana)
    expect(key).toMatch(/^[\w-]{43}$/)
    const response = await read(key)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, max-age=300')
    expect(eventsOf(await response.text())).toMatchObject([
      { summary: 'Ten demos, or more 🚀', start: deadlineOf('monthly', new Date(), 'UTC') },
      { summary: 'Call: Growth Expert', description: 'Price; and\nplan', start: starts_at.replace('+00:00', 'Z') },
    ])

    await ana.client.from('goals').update({ completed: true }).eq('user_id', ana.id).throwOnError()
    const { data: calls } = await ana.client.from('squad_bookings').select('id').throwOnError()
    await service.rpc('cancel_call', { booking: calls[0]?.id ?? '' }).throwOnError()
    expect(await eventsAt(key)).toMatchObject([
      { summary: '✓ Ten demos, or more 🚀' },
      { summary: 'Call: Growth Expert', status: 'CANCELLED' },
    ])
  })

  test('a goal that was carried over is due at the end of its new period', async () => {
    const rosa = await server.founder('rosa')
    await addGoal(rosa, 'Ten demos')
    await owner.query(
      `update public.goals set created_at = now() - interval '70 days', carried_at = now() where user_id = $1`,
      [rosa.id],
    )
    expect(await eventsAt(await subscribe(rosa))).toMatchObject([
      { summary: 'Ten demos', start: deadlineOf('monthly', new Date(), 'UTC') },
    ])
  })

  test('a calendar feed follows what an admin does to a call: one event, whose sequence grows', async () => {
    const [quinn, admin] = [await server.founder('quinn'), await server.admin('adam')]
    const at = (hour: number) => new Date(Date.now() + 4 * 86_400_000).toISOString().replace(/T.*/, `T${hour}:00:00Z`)
    const { data: booking } = await admin.client
      .rpc('book_founder_call', { founder: quinn.id, member: 'growth', starts_at: at(16) })
      .throwOnError()
    const key = await subscribe(quinn)
    const event = async () => {
      const text = await (await read(key)).text()
      const [{ uid, summary, start, status } = {}, ...others] = eventsOf(text)
      expect([uid, others]).toEqual([`${booking}@calls`, []])
      return [summary, start, status, Number(/SEQUENCE:(\d+)/.exec(text)?.[1])]
    }
    expect(await event()).toEqual(['Call: Growth Expert', at(16), 'CONFIRMED', 0])
    await admin.client.rpc('move_founder_call', { booking, starts_at: at(17) }).throwOnError()
    expect(await event()).toEqual(['Call: Growth Expert', at(17), 'CONFIRMED', 1])
    await admin.client.rpc('hand_over_call', { booking, member: 'product' }).throwOnError()
    expect(await event()).toEqual(['Call: Product Advisor', at(17), 'CONFIRMED', 2])
    await admin.client.rpc('cancel_founder_call', { booking }).throwOnError()
    expect(await event()).toEqual(['Call: Product Advisor', at(17), 'CANCELLED', 3])
    await owner.query(`update public.squad_bookings set cancelled_at = now() - interval '31 days' where id = $1`, [
      booking,
    ])
    expect(eventsOf(await (await read(key)).text())).toEqual([])
  })

  test('a calendar feed answers a matching ETag with 304, and HEAD with headers only', async () => {
    const cleo = await server.founder('cleo')
    const key = await subscribe(cleo)
    const etag = (await read(key)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await read(key, { headers: { 'If-None-Match': known } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    const head = await read(key, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    await addGoal(cleo, 'New')
    const changed = await read(key, { headers: { 'If-None-Match': etag } })
    expect(changed.status).toBe(200)
    expect(await changed.text()).toContain('SUMMARY:New')
  })

  test('a replaced or revoked calendar feed URL returns 404 immediately', async () => {
    const dora = await server.founder('ines')
    expect(await stateOf(dora)).toEqual([])
    const first = await subscribe(dora)
    expect(await stateOf(dora)).toEqual([{ created_at: expect.any(String), last_read_at: null }])
    await eventsAt(first)
    expect(await stateOf(dora)).toEqual([{ created_at: expect.any(String), last_read_at: expect.any(String) }])
    const second = await subscribe(dora)
    expect(second).not.toBe(first)
    expect((await read(first)).status).toBe(404)
    await eventsAt(second)
    await dora.client.rpc('revoke_calendar_feed').throwOnError()
    const gone = await read(second)
    expect([gone.status, await gone.text()]).toEqual([404, await (await read('A'.repeat(43))).text()])
    expect(await stateOf(dora)).toEqual([])
  })

  test('a calendar feed returns 404 after the account is deleted, and while it is banned', async () => {
    const emma = await server.founder('emma')
    const key = await subscribe(emma)
    const ban = (ban_duration: string) =>
      server.client(server.secretKey).auth.admin.updateUserById(emma.id, { ban_duration })
    await ban('1h')
    expect((await read(key)).status).toBe(404)
    await ban('none')
    await eventsAt(key)
    await owner.query('update auth.users set deleted_at = now() where id = $1', [emma.id])
    expect((await read(key)).status).toBe(404)
    await owner.query('update auth.users set deleted_at = null where id = $1', [emma.id])
    await eventsAt(key)
    await server.client(server.secretKey).auth.admin.deleteUser(emma.id)
    expect((await read(key)).status).toBe(404)
  })

  test('a calendar feed counts days in the time zone of its subscription', async () => {
    const fritz = await server.founder('fritz')
    const service = server.client(server.secretKey)
    const created_at = new Date(new Date().getUTCFullYear(), 0, 1).toISOString().replace(/T.*/, 'T03:00:00Z')
    await service
      .from('goals')
      .insert({ user_id: fritz.id, text: 'Toast', period: 'yearly', created_at })
      .throwOnError()
    const year = Number(created_at.slice(0, 4))
    expect(await eventsAt(await subscribe(fritz, 'UTC'))).toMatchObject([{ start: `${year}-12-31` }])
    expect(await eventsAt(await subscribe(fritz, 'America/New_York'))).toMatchObject([{ start: `${year - 1}-12-31` }])
  })

  test('a calendar feed and a call have the name of a time zone, or are refused', async () => {
    const rita = await server.founder('rita')
    const service = server.client(server.secretKey)
    const starts_at = new Date(Date.now() + 4 * 86_400_000).toISOString().replace(/T.*/, 'T16:00:00+00:00')
    const call = { founder: rita.id, member: 'growth', starts_at, topic: '' }
    for (const time_zone of ['', 'Nowhere', 'abc5', 'CEST', '+05:30', 'Factory', '\n', 'x'.repeat(65)]) {
      expect((await rita.client.rpc('new_calendar_feed', { time_zone })).error?.code).toBe('22023')
      expect((await service.rpc('book_call', { ...call, time_zone })).error?.code).toBe('22023')
    }
    await subscribe(rita, 'Asia/Calcutta')
    const [feed] = await owner.query('select time_zone from private.calendar_feeds where user_id = $1', [rita.id])
    expect(feed).toEqual({ time_zone: 'Asia/Kolkata' })
  })

  test('the secret of a calendar feed is neither stored nor logged', async () => {
    const gina = await server.founder('gina')
    const key = await subscribe(gina)
    await eventsAt(key)
    const [row] = await owner.query<{ stored: string; hash: string }>(
      `select f::text as stored, encode(secret_hash, 'hex') as hash from private.calendar_feeds f where user_id = $1`,
      [gina.id],
    )
    expect(row?.stored).not.toContain(key)
    expect(row?.hash).toBe(createHash('sha256').update(key).digest('hex'))
    expect(JSON.stringify(logged)).toContain('/functions/v1/calendar-feed"')
    expect(JSON.stringify(logged)).not.toContain(key)
  })

  test.each([
    ['an empty', ''],
    ['an unknown', 'A'.repeat(43)],
    ['a long', 'ä'.repeat(1000)],
    ['a NUL', '\0'],
    ['an SQL', `' or true --`],
  ])('rejects %s calendar feed key with 404', async (_what, key) =>
    expect((await read(encodeURIComponent(key))).status).toBe(404),
  )

  test('a calendar feed rejects POST, PUT and DELETE with 405', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await read('A'.repeat(43), { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })
})

test('limits calendar feed requests of an IP address with 429', async () => {
  const server = await createTestServer(engines[0] ?? 'pglite', { env: { RATE_LIMIT_FACTOR: '0.01' } })
  const address = `${server.url}/functions/v1/calendar-feed?key=x`
  const statuses = []
  for (let requests = 0; requests < 4; requests++) statuses.push((await fetch(address)).status)
  expect(statuses).toEqual([404, 404, 404, 429])
  expect(Number((await fetch(address)).headers.get('retry-after'))).toBeGreaterThan(0)
  await server.close()
})
