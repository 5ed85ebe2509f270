import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

test('closes a connection without data', async () => {
  const server = await listen(
    () => new Response(),
    (_request, socket) => socket.destroy(),
    {
      port: 0,
      host: '127.0.0.1',
      idleTimeoutMs: 50,
    },
  )
  const socket = connect(server.port, '127.0.0.1')
  const [hadError] = (await once(socket.resume(), 'close')) as [boolean]
  expect(hadError).toBe(false)
  await server.close()
})
