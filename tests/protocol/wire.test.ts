import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, engines, type TestServer } from '../harness.ts'

describe.each(engines)('HTTP on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(engine)
  })
  afterAll(() => server.close())

  /** Sends raw bytes. @returns everything until the server closes the connection */
  async function exchange(text: string): Promise<string> {
    const { port, hostname: host } = new URL(server.url)
    const socket = connect({ port: Number(port), host })
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    socket.write(text)
    await once(socket, 'close')
    return answer
  }
  const upgrade = (path: string, ...headers: string[]) =>
    ['GET ' + path + ' HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', ...headers, '', ''].join('\r\n') // prettier-ignore
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const websocket = () => `/realtime/v1/websocket?apikey=${server.publishableKey}`

  test.each([
    '/', '/config.json', '/assets/none.js', '/command', '/healthz', '/readyz', '/metrics', '/rest/v1/', '/rest/v1/goals',
    '/auth/v1/settings', '/auth/v1/verify?token=x&type=signup', '/auth/v1/none', '/functions/v1/none',
    '/functions/v1/calendar-feed', '/realtime/v1/none', '/storage/v1/bucket', '/operator/v1/backup', '/operator/v1/none',
  ])('%s has X-Content-Type-Options: nosniff', async (path) => {
    for (const headers of [{}, { apikey: server.publishableKey }]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await fetch(`${server.url}${path}`, { method, headers, redirect: 'manual' })
        await answer.text()
        expect(`${method} ${answer.status} ${answer.headers.get('x-content-type-options')}`).toBe(
          `${method} ${answer.status} nosniff`,
        )
      }
    }
  }) // prettier-ignore

  test.each([
    ['input that is not HTTP', 'hello\r\n\r\n', 400],
    ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['an unknown Expect header', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n', 417],
    ['an upgrade to an unknown path', upgrade('/elsewhere', key), 404],
    ['a websocket without an API key', upgrade('/realtime/v1/websocket', key), 401],
  ])('the error response to %s has X-Content-Type-Options: nosniff', async (_, text, status) => {
    const answer = await exchange(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i)
  })

  test('the error response to an invalid websocket handshake has X-Content-Type-Options: nosniff', async () => {
    const answer = await exchange(upgrade(websocket()))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i)
  })

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://127.0.0.1.evil.example', 403],
    ['http://localhost:5173', 101],
    ['http://127.0.0.1:3000', 101],
  ])('a websocket from a page of %s gets %i', async (origin, status) => {
    const { port, hostname: host } = new URL(server.url)
    const socket = connect({ port: Number(port), host })
    socket.write(upgrade(websocket(), key, `Origin: ${origin}`))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.toString()).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i)
  })

  test('rejects an API key in the URL with 401', async () => {
    for (const path of ['/rest/v1/goals', '/auth/v1/settings', '/auth/v1/user', '/realtime/v1/none']) {
      for (const apiKey of [server.publishableKey, server.secretKey]) {
        const answer = await fetch(`${server.url}${path}?apikey=${apiKey}`)
        expect(answer.status).toBe(401)
        expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/header apikey$/) })
      }
    }
  })

  test('rejects an access token in the URL with 401', async () => {
    const ana = await server.founder('ana')
    const token = (await ana.client.auth.getSession()).data.session?.access_token ?? ''
    const headers = { apikey: server.publishableKey }
    for (const name of ['access_token', 'token', 'jwt', 'authorization']) {
      const answer = await fetch(`${server.url}/auth/v1/user?${name}=${token}`, { headers })
      expect(answer.status).toBe(401)
    }
  })

  test.each([
    '/storage/v1', '/storage/v1/bucket', '/storage/v1/object/public/a/b.png', '/graphql/v1', '/pg', '/pg/tables',
    '/auth/v1', '/rest/v1', '/realtime/v1', '/functions/v1', '/analytics/v1/endpoints', '/operator', '/operator/v1',
    '/operator/elsewhere', '/realtime/v1/api/none', '/functions/v1/none', '/auth/v1/none',
  ])('%s returns 404 as JSON for every method, not the page', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers = { apikey: server.publishableKey, accept: 'text/html' }
      const answer = await fetch(`${server.url}${path}`, { method, headers })
      expect(`${method} ${answer.status}`).toBe(`${method} ${path === '/operator/v1' && engine === 'pglite' ? 401 : 404}`)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      await answer.json()
    }
  }) // prettier-ignore

  test('every other path returns the page', async () => {
    for (const path of ['/command', '/nowhere', '/nowhere/at/all', '/v1', '/a/v12', '/pgadmin']) {
      const answer = await fetch(`${server.url}${path}`)
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
      await answer.text()
    }
  })
})
