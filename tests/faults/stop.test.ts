import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { engines } from '../harness.ts'
import { ensureBuilt } from './built-server.ts'
import { signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

beforeAll(ensureBuilt)

describe.each(engines)('SIGTERM on %s', (engine) => {
  test('ends the server cleanly within two seconds, a websocket and a connection being open', async () => {
    const own = await openForTest(engine)
    const server = await startForTest(own)
    const founder = await signUp(server, 'ana')
    expect(await founder.add('Ten demos')).toBe(201)
    const socket = new WebSocket(
      `ws://127.0.0.1:${server.port}/realtime/v1/websocket?apikey=${founder.publicKey}&vsn=1.0.0`,
    )
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))

    const { code, ms } = await server.end('SIGTERM')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(2000)
    expect(await closed).toBe(1001)
    expect(server.printed()).toContain('stopping')
  })
})
