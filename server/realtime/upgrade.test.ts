import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { parseUpgrade, refuseUpgrade } from './upgrade.ts'

const options = {
  roleOf: (key: string) => (key === 'public' ? ('anon' as const) : undefined),
  publicUrl: 'https://growth.example',
}

describe('parseUpgrade', () => {
  test('takes the key from the address or the header', () => {
    const parsed = { ok: true, value: { version: '2.0.0', keyRole: 'anon' } }
    const path = '/realtime/v1/websocket?vsn=2.0.0'
    expect(parseUpgrade({ url: `${path}&apikey=public`, headers: {} }, options)).toEqual(parsed)
    expect(parseUpgrade({ url: path, headers: { apikey: 'public' } }, options)).toEqual(parsed)
  })

  test.each([
    ['//', '404 Not Found'],
    ['http://[', '404 Not Found'],
    ['*', '404 Not Found'],
    ['/rest/v1/goals', '404 Not Found'],
    ['/realtime/v1/websocket', '401 Unauthorized'],
    ['/realtime/v1/websocket?apikey=guessed', '401 Unauthorized'],
  ])('rejects %s', (url, status) => {
    expect(parseUpgrade({ url, headers: {} }, options)).toMatchObject({ ok: false, failure: { status } })
  })
})

test.each([
  ['https://growth.example', true],
  [undefined, true],
  ['https://evil.example', false],
  ['http://growth.example', false],
  ['null', false],
])('a page of %s may connect: %s', (origin, isAllowed) => {
  const headers = { apikey: 'public', ...(origin !== undefined && { origin }) }
  const read = parseUpgrade({ url: '/realtime/v1/websocket', headers }, options)
  expect(read.ok ? '101' : read.failure.status).toBe(isAllowed ? '101' : '403 Forbidden')
})

test('a rejected socket is closed although the other side keeps it open', async () => {
  const server = createServer()
  server.on('upgrade', (_request, socket) => refuseUpgrade(socket, { status: '404 Not Found', error: 'Not found' }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.write('GET // HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [answer] = (await once(client, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/)
  await expect.poll(() => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
  client.destroy()
  server.close()
})
