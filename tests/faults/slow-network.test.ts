import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import { engines } from '../harness.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { BACK_MS, RECEIVED_MS } from './deadlines.ts'
import { signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'
import { subscribe } from './subscribe.ts'

const DELAY_MS = 300
const FOUNDERS = 12
/** The server notices a silent database within 15 s, then connects again. */
const NOTICED_MS = 25_000

beforeAll(ensureBuilt)

describe.runIf(engines.includes('postgres'))('the network between the server and PostgreSQL', () => {
  test('300 ms of delay slow every request down and fail none', { timeout: 60_000 }, async () => {
    const { server, proxy } = await startBehindProxy()
    proxy.delay(DELAY_MS)
    const founders = await Promise.all(Array.from({ length: FOUNDERS }, (_, index) => signUp(server, `slow${index}`)))
    const [ana] = founders
    if (!ana) throw new Error('sign-up failed')
    const { received, statuses, stop } = await subscribe(server, ana)
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: BACK_MS })
    const answers = await Promise.all(
      founders.flatMap((founder) => [
        ...['One', 'Two', 'Three'].map((text) => founder.add(text)),
        ...['/goals', '/notes', '/decisions'].map(async (path) => (await founder.request(path))?.status),
      ]),
    )
    expect(answers.filter((status) => status !== 200 && status !== 201)).toEqual([])
    await vi.waitFor(() => expect(received).toHaveLength(3), { timeout: BACK_MS })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await stop()
  })

  test('connections that went silent are replaced, and live changes come back', { timeout: 90_000 }, async () => {
    const { server, proxy } = await startBehindProxy()
    const ana = await signUp(server, 'ana')
    const { received, statuses, stop } = await subscribe(server, ana)
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })
    expect(await ana.add('Before')).toBe(201)
    await vi.waitFor(() => expect(received).toEqual(['Before']), { timeout: RECEIVED_MS })

    proxy.silence()
    const during = Promise.all(Array.from({ length: 6 }, (_, index) => ana.add(`During ${index}`)))
    await vi.waitFor(async () => expect((await ana.request('/goals?limit=1'))?.status).toBe(200), {
      timeout: NOTICED_MS,
    })
    // Whether those on a silent connection were stored is unknown: an error, not an acknowledgement.
    const statusesDuring = await during
    expect(statusesDuring).toContain(503)
    expect(statusesDuring.filter((status) => status !== 201 && status !== 503)).toEqual([])
    const acknowledged = statusesDuring.flatMap((status, index) => (status === 201 ? [`During ${index}`] : []))
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('SUBSCRIBED'), { timeout: 15_000 })
    await vi.waitFor(
      async () => {
        expect(await ana.add('After')).toBe(201)
        expect(received).toContain('After')
      },
      { timeout: 15_000, interval: 500 },
    )
    expect(await ana.texts()).toEqual(expect.arrayContaining(['Before', ...acknowledged, 'After']))
    await stop()
  })
})

async function startBehindProxy() {
  const own = await openForTest('postgres')
  if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
  const proxy = await startDatabaseProxy(own.config.url)
  return { proxy, server: await startForTest(own, { DATABASE_URL: proxy.url }) }
}
