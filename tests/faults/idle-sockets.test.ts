import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { engines } from '../harness.ts'
import { ensureBuilt } from '../built-server.ts'
import { RECEIVED_MS } from './deadlines.ts'
import { figure } from './figure.ts'
import { signUp } from './founder.ts'
import { subscribe } from './subscribe.ts'
import { openForTest, startForTest } from './own-server.ts'

const SOCKETS = 5000
const AT_ONCE = 100
/** The most bytes of memory for each idle socket. */
const MOST_EACH = 40_000
/** The server's idle timeout. */
const IDLE_TIMEOUT_MS = 60_000

beforeAll(ensureBuilt)

describe.each(engines.slice(-1))('5,000 idle websockets, on %s', (engine) => {
  test(
    '5,000 idle websockets do not delay others, and are closed after the idle timeout, half-open ones too',
    { timeout: 180_000 },
    async () => {
      const server = await startForTest(await openForTest(engine))
      const ana = await signUp(server, 'ana')
      const { received, statuses, stop } = await subscribe(server, ana)
      await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })
      const before = await figure(server.url, 'process_resident_memory_bytes')

      const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${ana.publicKey}&vsn=1.0.0`
      const sockets: WebSocket[] = []
      while (sockets.length < SOCKETS)
        sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => open(address)))))
      let ended = 0
      for (const socket of sockets) socket.on('close', () => ended++)

      expect((await figure(server.url, 'process_resident_memory_bytes')) - before).toBeLessThan(SOCKETS * MOST_EACH)
      expect(await ana.add('Received meanwhile')).toBe(201)
      await vi.waitFor(() => expect(received).toEqual(['Received meanwhile']), { timeout: RECEIVED_MS })
      expect(await ana.texts()).toHaveLength(1)

      // Half-open: they respond to nothing, not even the close.
      for (const socket of sockets.slice(0, SOCKETS / 2)) socket.pause()
      await sleep(IDLE_TIMEOUT_MS)
      await vi.waitFor(() => expect(ended).toBeGreaterThanOrEqual(SOCKETS / 2), { timeout: 15_000 })
      await vi.waitFor(async () => expect(await figure(server.url, 'realtime_sockets')).toBe(1), { timeout: 15_000 })
      await stop()
    },
  )
})

function open(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address)
  return new Promise((resolve, reject) => socket.once('open', () => resolve(socket)).once('error', reject))
}
