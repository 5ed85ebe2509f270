import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LogEvent } from '../../server/log.ts'
import { createTestServer, type TestServer } from '../harness.ts'

const MB = 1024 * 1024
/** Bodies of 1 MB that a network, and all together, may have in memory. */
const OF_A_NETWORK = 16
const IN_ALL = 64

// All of this happens before a database is queried.
describe('bodies that do not end', () => {
  let server: TestServer
  const logged: LogEvent[] = []
  beforeAll(async () => {
    server = await createTestServer('pglite', { env: { TRUST_PROXY: '1' }, log: (event) => logged.push(event) })
  })
  afterAll(() => server.close())

  /** Sends a request without the last byte of its body. @returns what was answered so far, and its end */
  function begin(path: string, network: string, { isChunked = false, apikey = server.publishableKey } = {}) {
    const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    let answered = ''
    socket.on('data', (bytes) => (answered += bytes.toString()))
    const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${MB}`
    const headers = `X-Forwarded-For: ${network}\r\napikey: ${apikey}\r\nContent-Type: application/json\r\n${framing}`
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
    if (isChunked) socket.write(`${MB.toString(16)}\r\n`)
    socket.write(Buffer.alloc(MB - 1, ' '))
    return { answered: () => answered, end: () => socket.destroy() }
  }

  const token = '/auth/v1/token?grant_type=password'
  const send = async (path: string, network: string, fields: object) => {
    const headers = { apikey: server.publishableKey, 'x-forwarded-for': network }
    return fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(fields) })
  }
  const signIn = (network: string) => send(token, network, { email: 'nobody@example.com', password: 'x' })

  test.each([false, true])(
    'of one network are refused beyond 16 MB, and others are served (chunked: %s)',
    async (isChunked) => {
      const network = isChunked ? '192.0.2.1' : '192.0.2.2'
      const begun = Array.from({ length: 2 * OF_A_NETWORK }, () => begin(token, network, { isChunked }))
      const refused = () => begun.filter(({ answered }) => answered() !== '')
      await vi.waitFor(() => expect(refused().length).toBeGreaterThanOrEqual(OF_A_NETWORK), { timeout: 10_000 })
      for (const { answered } of refused()) expect(answered()).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1/is)
      expect((await signIn('192.0.2.3')).status).toBe(400)

      for (const { end } of begun) end()
      await vi.waitFor(async () => expect((await signIn(network)).status).toBe(400))
    },
  )

  test('of others in its network answer a refresh with 503, since its client would end the session on a 4xx', async () => {
    const network = '192.0.2.4'
    const filler = ' '.repeat(15 * 1024)
    const refresh = () =>
      send('/auth/v1/token?grant_type=refresh_token', network, { refresh_token: 'abcdef123456', filler })
    const begun = Array.from({ length: OF_A_NETWORK }, () => begin(token, network))
    await vi.waitFor(async () => expect((await refresh()).status).toBe(503), { timeout: 10_000 })
    expect((await send(token, network, { filler })).status).toBe(429)

    for (const { end } of begun) end()
    await vi.waitFor(async () => expect((await refresh()).status).toBe(400))
  })

  test('of many networks are refused beyond 64 MB, with 503', async () => {
    const begun = Array.from({ length: IN_ALL + 16 }, (_, index) => begin(token, `198.51.100.${index}`))
    const refused = () => begun.filter(({ answered }) => answered() !== '')
    await vi.waitFor(() => expect(refused().length).toBeGreaterThanOrEqual(16), { timeout: 20_000 })
    for (const { answered } of refused()) expect(answered()).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1/is)
    for (const { end } of begun) end()
    await vi.waitFor(async () => expect((await signIn('198.51.100.255')).status).toBe(400))
  })

  test.each([
    ['/rest/v1/goals', { apikey: 'wrong' }],
    ['/functions/v1/write-document', {}],
    ['/functions/v1/suggest-quick-actions', {}],
    ['/functions/v1/google-calendar-events', {}],
    ['/functions/v1/google-calendar-auth', {}],
    ['/functions/v1/growth-chat', { apikey: 'wrong' }],
  ])('%s refuses who may not send one before it reads it', async (path, options) => {
    const { answered } = begin(path, '203.0.113.1', options)
    await vi.waitFor(() => expect(answered()).toMatch(/^HTTP\/1\.1 401 /), { timeout: 10_000 })
  })

  test('a client that leaves is no failure of the server', () => {
    expect(logged.filter(({ kind }) => kind === 'request-failed')).toEqual([])
  })
})
