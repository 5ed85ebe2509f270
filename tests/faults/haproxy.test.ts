import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import { administer } from '../engines.ts'
import { postgresPrograms } from '../postgres-cluster.ts'
import { BACK_MS, RECEIVED_MS } from './deadlines.ts'
import { signUp } from './founder.ts'
import { hasHaproxy, startHaproxy } from './haproxy.ts'
import { ownReplicated, type OwnReplicated } from './own-postgres.ts'
import { startForTest } from './own-server.ts'
import { subscribe } from './subscribe.ts'

/** Fails on a standby. */
const ON_PRIMARY = 'select 1 / (not pg_is_in_recovery())::int'

const hasProxy = postgresPrograms !== undefined && hasHaproxy
if (!hasProxy) console.warn('No haproxy: a failover behind it is not tested')

beforeAll(ensureBuilt)

describe.runIf(hasProxy)('a failover of PostgreSQL behind HAProxy', () => {
  test('writes and live changes come back', { timeout: 120_000 }, async () => {
    const { primary, standby, ...own } = await ownReplicated('synchronous')
    const url = await startProxy([primary, standby], own.dataDir)
    const server = await startForTest({ ...own, config: { kind: 'postgres', url: `${url}/upswing` } })
    const ana = await signUp(server, 'ana')
    const { received, statuses, stop } = await subscribe(server, ana)
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })
    expect(await ana.add('Before')).toBe(201)

    primary.signal('SIGKILL')
    await standby.promote()
    await vi.waitFor(async () => expect(await ana.add('After')).toBe(201), { timeout: BACK_MS })
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('SUBSCRIBED'), { timeout: BACK_MS })
    expect(await ana.add('Received again')).toBe(201)
    await vi.waitFor(() => expect(received).toContain('Received again'), { timeout: RECEIVED_MS })
    expect(await ana.texts()).toContain('Before')
    await stop()
  })
})

/** HAProxy in front of these servers, configured as in docs/operating.md. @returns its URL, without a database */
async function startProxy(clusters: readonly OwnReplicated['primary'][], folder: string): Promise<string> {
  const servers = await Promise.all(
    clusters.map(async ({ url }) => `${new URL(url).host} check port ${await startApi(url)}`),
  )
  const settings = [
    'mode tcp',
    'option httpchk OPTIONS /primary',
    'http-check expect status 200',
    'default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions',
  ]
  const port = await startHaproxy(settings, servers, folder)
  const url = `postgres://postgres@127.0.0.1:${port}`
  // HAProxy takes turns, and sends connections to a standby too until three checks have failed.
  const throughProxy = async () => {
    for (let turn = 0; turn < 2 * clusters.length; turn++) await administer(`${url}/postgres`, [ON_PRIMARY])
  }
  await vi.waitFor(throughProxy, { timeout: BACK_MS })
  return url
}

/** Patroni's REST API as far as HAProxy asks it: 200 from the primary alone. @returns its port */
async function startApi(url: string): Promise<number> {
  const api = createServer((_, response) => {
    administer(`${url}/postgres`, [ON_PRIMARY]).then(
      () => response.writeHead(200).end(),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void api.close())
  return (api.address() as AddressInfo).port
}
