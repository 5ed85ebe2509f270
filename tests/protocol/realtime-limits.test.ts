import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

const SOCKETS_OF_USER = 50
const UNJOINED_OF_NETWORK = 200
const BINDINGS_OF_SOCKET = 200

/** Opens a websocket with production limits; x-forwarded-for gives each test its own network. */
async function openSocket(server: TestServer, network: string) {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=2.0.0`
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': network } })
  onTestFinished(() => socket.terminate())
  const frames: unknown[][] = []
  let status = 101
  let closedWith: number | undefined
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as unknown[]))
  socket.on('close', (code) => (closedWith = code))
  socket.on('unexpected-response', (_, response) => (status = response.statusCode ?? 0))
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('open', resolve).once('unexpected-response', resolve))
  let ref = 0
  const replyTo = async (own: string) => {
    const isReply = (frame: unknown[]) => frame[1] === own && frame[3] === 'phx_reply'
    await vi.waitFor(() => expect(frames.some(isReply)).toBe(true), { timeout: 10_000, interval: 5 })
    return frames.find(isReply)?.[4] as { status: string; response: { reason?: string } }
  }
  return {
    status,
    frames,
    closedWith: () => closedWith,
    send: (frame: unknown) => socket.send(JSON.stringify(frame)),
    sendText: (text: string) => socket.send(text),
    waiting: () => socket.bufferedAmount,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    replyTo,
    join: (payload: object, topic = 'realtime:x') => {
      const own = String(++ref)
      socket.send(JSON.stringify([own, own, topic, 'phx_join', payload]))
      return replyTo(own)
    },
  }
}

const goals = { event: '*', schema: 'public', table: 'goals' }
let networks = 0
const newNetwork = () => `198.51.100.${++networks}`

describe.each(engines)('limits of live changes on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let eve: Person
  let evesToken: string

  beforeAll(async () => {
    server = await createTestServer(engine, { env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } })
    ;[ana, eve] = await Promise.all([server.founder('ana'), server.founder('eve')])
    evesToken = (await eve.client.auth.getSession()).data.session?.access_token ?? ''
  })
  afterAll(() => server.close())

  const joinOf = (...postgres_changes: object[]) => ({ config: { postgres_changes }, access_token: evesToken })

  test.each([
    ['with the publishable key only', false],
    ['of a founder', true],
  ])(
    'twenty sockets %s that join with filters of 8,000 commas do not delay another user’s changes',
    async (_, isSignedIn) => {
      const received: number[] = []
      const channel = ana.client
        .channel('goals')
        .on('postgres_changes', { ...goals, event: '*', filter: `user_id=eq.${ana.id}` }, () => received.push(1))
      await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()))
      const network = newNetwork()
      const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(server, network)))
      const changes = Array.from({ length: 30 }, () => ({ ...goals, filter: ','.repeat(8000) }))
      const payload = { ...joinOf(...changes), ...(!isSignedIn && { access_token: undefined }) }
      let isOn = true
      const flood = sockets.map(async (socket) => {
        for (let ref = 1; isOn; ref++) {
          if (socket.waiting() < 1_000_000) socket.send([`${ref}`, `${ref}`, 'realtime:x', 'phx_join', payload])
          await sleep(20)
        }
      })
      await sleep(500)
      await ana.client.from('goals').insert({ user_id: ana.id, text: 'Ten demos', period: 'weekly' }).throwOnError()
      await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000, interval: 5 })
      isOn = false
      await Promise.all([...flood, ana.client.removeChannel(channel)])
    },
  )

  test('a long message counts as several towards the message limit, and later ones wait', async () => {
    const socket = await openSocket(server, newNetwork())
    const long = { filler: 'x'.repeat(240_000) }
    // 59 each of 400, and 40 more in a second.
    for (let ref = 1; ref <= 10; ref++) socket.send([null, `${ref}`, 'phoenix', 'heartbeat', long])
    const startedAt = performance.now()
    socket.send([null, 'last', 'phoenix', 'heartbeat', {}])
    await socket.replyTo('last')
    expect(performance.now() - startedAt).toBeGreaterThan(2000)
  })

  test('limits an account to fifty sockets from all networks', async () => {
    const sockets = await Promise.all(
      Array.from({ length: SOCKETS_OF_USER + 1 }, (_, index) => openSocket(server, `203.0.113.${index + 1}`)),
    )
    const replies = await Promise.all(sockets.map((socket) => socket.join(joinOf(goals))))
    const refused = replies.filter(({ status }) => status === 'error')
    expect(refused).toEqual([{ status: 'error', response: { reason: expect.stringMatching(/^Too many connections of/) } }]) // prettier-ignore
  })

  test('limits a network to 200 sockets without a join, and rejects the next with 429', async () => {
    const network = newNetwork()
    const sockets = await Promise.all(Array.from({ length: UNJOINED_OF_NETWORK }, () => openSocket(server, network)))
    expect(sockets.filter(({ status }) => status === 101)).toHaveLength(UNJOINED_OF_NETWORK)
    expect((await openSocket(server, network)).status).toBe(429)
    expect((await openSocket(server, newNetwork())).status).toBe(101)
    const retry = await new Promise<string | undefined>((resolve) => {
      const path = `/realtime/v1/websocket?apikey=${server.publishableKey}`
      const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'x-forwarded-for': network } // prettier-ignore
      const upgradeRequest = request(`${server.url}${path}`, { headers }, (answer) =>
        resolve(answer.headers['retry-after']),
      )
      upgradeRequest.end()
    })
    expect(retry).toBe('10')
  })

  test('limits a socket to 200 bindings, and to 64 KiB of topics and filters', async () => {
    const many = await openSocket(server, newNetwork())
    for (let joined = 0; joined < BINDINGS_OF_SOCKET; joined += 50) {
      const fifty = Array.from({ length: 50 }, () => goals)
      expect(await many.join(joinOf(...fifty), `realtime:${joined}`)).toMatchObject({ status: 'ok' })
    }
    expect((await many.join(joinOf(goals), 'realtime:more')).response.reason).toMatch(
      /^Too many bindings on this connection/,
    )

    const long = await openSocket(server, newNetwork())
    const filter = `text=eq.${'x'.repeat(7900)}`
    const eight = Array.from({ length: 8 }, () => ({ ...goals, filter }))
    expect(await long.join(joinOf(...eight))).toMatchObject({ status: 'ok' })
    expect((await long.join(joinOf(...eight), 'realtime:y')).response.reason).toMatch(/^Topics and filters/)
  })

  test('limits a socket to a hundred joins at once, then ten a second', async () => {
    const socket = await openSocket(server, newNetwork())
    const replies = await Promise.all(
      Array.from({ length: 150 }, () => socket.join(joinOf({ ...goals, table: 'none' }))),
    )
    const refused = replies.filter(({ response }) => response.reason?.startsWith('Too many joins') ?? false)
    expect(refused.length).toBeGreaterThan(10)
    await sleep(300)
    expect(await socket.join(joinOf(goals))).toMatchObject({ status: 'ok' })
  })

  test('delays messages above the rate limit, and answers all of them', async () => {
    const socket = await openSocket(server, newNetwork())
    // 400 at once, then 40 a second: a message after these 480 waits for two seconds.
    const last = 480
    const startedAt = performance.now()
    for (let ref = 1; ref <= last; ref++) socket.send([null, `${ref}`, 'phoenix', 'heartbeat', {}])
    await socket.replyTo(String(last))
    expect(socket.frames).toHaveLength(last)
    socket.send([null, 'after', 'phoenix', 'heartbeat', {}])
    await socket.replyTo('after')
    expect(performance.now() - startedAt).toBeGreaterThan(1500)
  })

  test.each([
    ['a topic of 256 characters', ['1', '1', `realtime:${'x'.repeat(247)}`, 'phx_join', {}]],
    ['a reference of 65 characters', ['1'.repeat(65), '1', 'realtime:x', 'phx_join', {}]],
  ])('closes the socket with 1007 after %s', async (_, frame) => {
    const socket = await openSocket(server, newNetwork())
    socket.send(frame)
    await vi.waitFor(() => expect(socket.closedWith()).toBe(1007), { timeout: 5000 })
  })

  test('closes the socket with 1009 after a message above 256 KiB, and answers a deeply nested one', async () => {
    const large = await openSocket(server, newNetwork())
    large.send(['1', '1', 'realtime:x', 'phx_join', { text: 'x'.repeat(256 * 1024) }])
    await vi.waitFor(() => expect(large.closedWith()).toBe(1009), { timeout: 5000 })
    const deep = await openSocket(server, newNetwork())
    const payload: unknown = JSON.parse('['.repeat(1000) + ']'.repeat(1000))
    expect(await deep.join({ config: { postgres_changes: [{ ...goals, more: payload }] } })).toMatchObject({ status: 'error' }) // prettier-ignore
    expect(deep.isOpen()).toBe(true)
  })

  // server/realtime/connection.test.ts tests the 15 s timeout with a fake clock.
  test('rejects a join with the publishable key only, even with an unknown event', async () => {
    const socket = await openSocket(server, newNetwork())
    const config = { postgres_changes: [{ ...goals, event: 'X' }] }
    expect(await socket.join({ config })).toEqual({ status: 'error', response: { reason: expect.stringMatching(/^Unauthorized/) } }) // prettier-ignore
  })

  test('closes the socket after a message that is not JSON, without further responses', async () => {
    const socket = await openSocket(server, newNetwork())
    socket.sendText('[')
    for (let ref = 1; ref <= 100; ref++) socket.send([null, `${ref}`, 'phoenix', 'heartbeat', {}])
    await vi.waitFor(() => expect(socket.closedWith()).toBeDefined(), { timeout: 5000 })
    expect(socket.frames).toEqual([])
  })
})
