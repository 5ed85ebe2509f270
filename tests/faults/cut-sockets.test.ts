import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { engines } from '../harness.ts'
import { ensureBuilt, type BuiltServer } from '../built-server.ts'
import { BACK_MS } from './deadlines.ts'
import { figure } from './figure.ts'
import { signUp, type SignedIn } from './founder.ts'
import { slowness } from '../slowness.ts'
import { openForTest, startForTest } from './own-server.ts'

const FOUNDERS = 20
const SOCKETS = 2000
const AT_ONCE = 100
/** The most milliseconds that a write and a read of another user may take meanwhile. */
const OTHERS_MS = 3000 * slowness()

beforeAll(ensureBuilt)

describe.each(engines)('2,000 websockets that come back at once, on %s', (engine) => {
  test(
    '2,000 joined websockets that are cut and come back at once are joined soon, and others are answered',
    { timeout: 180_000 },
    async () => {
      const server = await startForTest(await openForTest(engine))
      const ana = await signUp(server, 'ana')
      const founders = await Promise.all(
        Array.from({ length: FOUNDERS }, (_, index) => signUp(server, `founder${index}`)),
      )
      const founderOf = (index: number) => founders[index % FOUNDERS] ?? ana
      const sockets: WebSocket[] = []
      while (sockets.length < SOCKETS) {
        const some = Array.from({ length: AT_ONCE }, (_, index) => joined(server, founderOf(index)))
        sockets.push(...(await Promise.all(some)))
      }
      expect(await figure(server.url, 'realtime_sockets')).toBe(SOCKETS)

      for (const socket of sockets) socket.terminate()
      const startedAt = performance.now()
      let isBack = false
      const others = slowestRequest(ana, () => isBack)
      const again = await Promise.all(Array.from({ length: SOCKETS }, (_, index) => joined(server, founderOf(index))))
      const backMs = performance.now() - startedAt
      isBack = true
      const slowest = await others
      console.log(
        `${engine}: 2,000 websockets joined again in ${Math.round(backMs)} ms, the slowest request of another took ${Math.round(slowest)} ms`,
      )
      expect(backMs).toBeLessThan(BACK_MS)
      expect(slowest).toBeLessThan(OTHERS_MS)
      await vi.waitFor(async () => expect(await figure(server.url, 'realtime_sockets')).toBe(SOCKETS), {
        timeout: BACK_MS,
      })

      const received = again.filter((_, index) => index % FOUNDERS === 0).map(nextChange)
      expect(await founderOf(0).add('Received by all')).toBe(201)
      expect(new Set(await Promise.all(received))).toEqual(new Set(['Received by all']))
      for (const socket of again) socket.terminate()
    },
  )
})

/** A websocket that is subscribed to the founder's goals. */
async function joined(server: BuiltServer, founder: SignedIn): Promise<WebSocket> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${founder.publicKey}&vsn=2.0.0`
  const socket = new WebSocket(address)
  const changes = [{ event: '*', schema: 'public', table: 'goals', filter: `user_id=eq.${founder.id}` }]
  const join = { config: { postgres_changes: changes }, access_token: founder.accessToken }
  socket.once('open', () => socket.send(JSON.stringify(['1', '1', 'realtime:goals', 'phx_join', join])))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`the websocket was closed with ${code}`)))
    socket.on('message', function reply(data: Buffer) {
      const text = data.toString()
      if (text.includes('Subscribed to PostgreSQL')) {
        socket.off('message', reply)
        resolve()
      } else if (text.includes('"status":"error"')) reject(new Error(`the join was refused: ${text}`))
    })
  })
  return socket
}

/** The text of the next goal that the websocket receives. */
const nextChange = (socket: WebSocket): Promise<string | undefined> =>
  new Promise((resolve) => {
    socket.on('message', (data: Buffer) => {
      const [, , , event, payload] = JSON.parse(data.toString()) as [string, string, string, string, Pushed]
      if (event === 'postgres_changes') resolve(payload.data?.record?.text)
    })
  })

interface Pushed {
  readonly data?: { readonly record?: { readonly text?: string } }
}

/** Milliseconds of the slowest write and read until then. */
async function slowestRequest(founder: SignedIn, isOver: () => boolean): Promise<number> {
  let slowest = 0
  for (let count = 0; !isOver(); count++) {
    const startedAt = performance.now()
    expect(await founder.add(`Meanwhile ${count}`)).toBe(201)
    expect((await founder.request('/goals?limit=10'))?.status).toBe(200)
    slowest = Math.max(slowest, performance.now() - startedAt)
    await sleep(50)
  }
  return slowest
}
