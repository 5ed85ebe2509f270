import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogEvent } from '../../server/log.ts'
import { createTestServer, engines, type TestServer } from '../harness.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe.each([0, 1])('request ids behind %i trusted proxies', (proxies) => {
  let server: TestServer
  const logged: LogEvent[] = []

  beforeAll(async () => {
    server = await createTestServer(engines[0] ?? 'pglite', {
      env: { TRUST_PROXY: String(proxies) },
      log: (event) => logged.push(event),
    })
    // Sign-ups fail from now on.
    await server.database.query('alter table server.rate_limits rename to gone')
  })
  afterAll(() => server.close())

  async function send(path: string, given?: string, init: RequestInit = {}) {
    logged.length = 0
    const headers = { apikey: server.publishableKey, ...(given !== undefined && { 'X-Request-Id': given }) }
    const answer = await fetch(`${server.url}${path}`, { ...init, headers })
    await answer.arrayBuffer()
    const output = logged.filter((event) => event.kind === 'request' || event.kind === 'request-failed')
    // The server sends scheduled requests to itself too.
    const lines = output.filter((event) => event.path === path)
    return { status: answer.status, answered: answer.headers.get('x-request-id') ?? '', lines }
  }

  test('each request has an id in its response, errors included, and in its log line', async () => {
    for (const path of ['/rest/v1/goals', '/rest/v1/nothing', '/functions/v1/nothing', '/auth/v1/health']) {
      const { answered, lines } = await send(path)
      expect(answered).toMatch(UUID)
      expect(lines).toMatchObject([{ kind: 'request', requestId: answered }])
    }
  })

  test('keeps the request id of a trusted proxy only', async () => {
    const given = '7f3a9c0e1d2b4a5f8e6d7c8b9a0f1e2d'
    const { answered, lines } = await send('/rest/v1/goals', given)
    expect(answered).toEqual(proxies === 0 ? expect.stringMatching(UUID) : given)
    expect(lines).toMatchObject([{ requestId: answered }])
  })

  test.each(['', 'x'.repeat(129), 'a b', 'a"b', '{"level":50}'])(
    'replaces the invalid request id %j',
    async (given) => {
      expect((await send('/rest/v1/goals', given)).answered).toMatch(UUID)
    },
  )

  test('logs a server error with the id of the response', async () => {
    const { status, answered, lines } = await send('/auth/v1/signup', undefined, { method: 'POST', body: '{}' })
    expect(status).toBe(500)
    expect(lines.map(({ kind }) => kind).sort()).toEqual(['request', 'request-failed'])
    expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(new Set([answered]))
  })
})
