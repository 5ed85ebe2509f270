import { request, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { engines } from '../harness.ts'
import { readStream } from '../protocol/cofounder-chat.ts'
import { frame, startModel } from '../protocol/scripted-model.ts'
import { ensureBuilt, type BuiltServer } from '../built-server.ts'
import { BACK_MS } from './deadlines.ts'
import { figure } from './figure.ts'
import { signUp, type SignedIn } from './founder.ts'
import { subscribe } from './subscribe.ts'
import { openForMuchWriting, openForTest, startForTest } from './own-server.ts'

const MB = 1024 * 1024
/** Buffered bytes for each reader, and the server's other memory under load. */
const MOST_EACH = 2 * MB
const BESIDES = 150 * MB
/** Milliseconds in which other clients get a response. */
const OTHERS_MS = 5000

beforeAll(ensureBuilt)

describe.each(engines)('clients that do not read, on %s', (engine) => {
  test('websockets that do not read are closed at the buffer limit, and all others receive every change', async () => {
    const SOCKETS = 40
    const server = await startForTest(await openForMuchWriting(engine))
    const ana = await signUp(server, 'ana')
    const { received, statuses, stop } = await subscribe(server, ana)
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: BACK_MS })
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => joined(server, ana)))
    expect(await figure(server.url, 'realtime_sockets')).toBe(SOCKETS + 1)
    const before = await figure(server.url, 'process_resident_memory_bytes')
    for (const socket of sockets) socket.pause()

    // 18 MB for each: more than the network buffers hold. Few rows at once: each statement stays in its time limit.
    const content = 'x'.repeat(5000)
    const rows = Array.from({ length: 30 }, () => ({ user_id: ana.id, content }))
    let most = 0
    for (let round = 0; round < 120; round++) {
      const answer = await ana.request('/squad_messages', { method: 'POST', body: rows })
      expect(answer?.status).toBe(201)
      most = Math.max(most, await figure(server.url, 'process_resident_memory_bytes'))
    }
    const startedAt = performance.now()
    expect(await ana.add('Received meanwhile')).toBe(201)
    await vi.waitFor(() => expect(received).toEqual(['Received meanwhile']), { timeout: OTHERS_MS })
    expect(performance.now() - startedAt).toBeLessThan(OTHERS_MS)
    expect(most - before).toBeLessThan(SOCKETS * MOST_EACH + BESIDES)
    await vi.waitFor(async () => expect(await figure(server.url, 'realtime_sockets')).toBe(1), { timeout: BACK_MS })
    for (const socket of sockets) socket.terminate()
    await stop()
  })

  test('streamed answers: a client that does not read pauses only the model (backpressure)', async () => {
    const READERS = 24
    const AT_ONCE = 3
    const model = await startModel()
    onTestFinished(() => void model.close())
    const server = await startForTest(await openForTest(engine), { AI_BASE_URL: model.url })
    const people = await Promise.all(
      Array.from({ length: READERS / AT_ONCE }, (_, index) => signUp(server, `slow${index}`)),
    )
    const ana = await signUp(server, 'ana')
    const before = await figure(server.url, 'process_resident_memory_bytes')
    let poured = 0
    model.respondsWith((response) => {
      const piece = frame('x'.repeat(10_000))
      const more = () => {
        while (!response.destroyed && response.write(piece)) poured += piece.length
        response.once('drain', more)
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      more()
    })
    const unread = await Promise.all(
      people.flatMap((person) => Array.from({ length: AT_ONCE }, () => postWithoutReading(server, person))),
    )
    onTestFinished(() => unread.forEach((answer) => answer.destroy()))
    let last = -1
    await vi.waitFor(
      () => {
        const isStill = poured === last
        last = poured
        expect(isStill).toBe(true)
      },
      { timeout: 30_000, interval: 2000 },
    )
    expect(poured).toBeGreaterThan(READERS * MB)
    const grown = (await figure(server.url, 'process_resident_memory_bytes')) - before
    expect(grown).toBeLessThan(READERS * MOST_EACH + BESIDES)

    model.respondsWith((response) => response.end(`${frame('Quick')}data: [DONE]\n\n`))
    const startedAt = performance.now()
    expect(await readStream(await postQuestion(server, ana))).toEqual({ text: 'Quick', end: 'done' })
    expect(await ana.add('Ten demos')).toBe(201)
    expect(performance.now() - startedAt).toBeLessThan(OTHERS_MS)
  })
})

/** A websocket that is subscribed to the founder's squad messages. */
async function joined(server: BuiltServer, founder: SignedIn): Promise<WebSocket> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${founder.publicKey}&vsn=2.0.0`
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const subscribed = new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      const output = data.toString()
      if (output.includes('Subscribed to PostgreSQL')) resolve()
      else if (output.includes('"status":"error"')) reject(new Error(`the join was rejected: ${output}`))
    })
    socket.once('close', (code) => reject(new Error(`the socket was closed with ${code}`)))
    setTimeout(() => reject(new Error('the join was not answered')), 30_000).unref()
  })
  const changes = [{ event: '*', schema: 'public', table: 'squad_messages' }]
  const join = { config: { postgres_changes: changes }, access_token: founder.accessToken }
  socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', join]))
  await subscribed
  return socket
}

const bodyOf = (founder: SignedIn): string =>
  JSON.stringify({ messages: [{ role: 'user', content: 'Go on?' }], userId: founder.id })

const headersOf = (founder: SignedIn) => ({
  'Content-Type': 'application/json',
  apikey: founder.publicKey,
  Authorization: `Bearer ${founder.accessToken}`,
})

const postQuestion = (server: BuiltServer, founder: SignedIn): Promise<Response> =>
  fetch(`${server.url}/functions/v1/growth-chat`, {
    method: 'POST',
    headers: headersOf(founder),
    body: bodyOf(founder),
  })

/** Without `fetch`, which reads ahead. */
function postWithoutReading(server: BuiltServer, founder: SignedIn): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${server.url}/functions/v1/growth-chat`, { method: 'POST', agent: false, headers: headersOf(founder) })
      .once('response', (answer) => resolve(answer.pause()))
      .once('error', reject)
      .end(bodyOf(founder))
  })
}
