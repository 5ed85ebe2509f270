import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
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

test('a body that does not arrive in time gets 408', async () => {
  const server = await listen(
    async (request) => new Response(await request.text().catch(() => '')),
    (_request, socket) => socket.destroy(),
    { port: 0, host: '127.0.0.1', requestTimeoutMs: 50 },
  )
  const socket = connect(server.port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  await server.close()
})

test('a host is required in HTTP/1.1, and not in HTTP/1.0', async () => {
  const server = await listen(
    ({ url }) => new Response(url),
    (_request, socket) => socket.destroy(),
    { port: 0, host: '127.0.0.1' },
  )
  const answerTo = (lines: readonly string[]) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.end([...lines, '', ''].join('\r\n'))
    return text(socket)
  }
  expect(await answerTo(['GET /readyz HTTP/1.0'])).toMatch(/^HTTP\/1\.1 200 [^]*http:\/\/localhost\/readyz$/)
  expect(await answerTo(['GET /readyz HTTP/1.0', 'Host: example.com'])).toContain('http://example.com/readyz')
  expect(await answerTo(['GET /readyz HTTP/1.1', 'Connection: close'])).toMatch(/^HTTP\/1\.1 400 /)
  await server.close()
})
