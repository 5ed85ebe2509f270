import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureBuilt, envOf, runBuilt, type BuiltServer } from '../built-server.ts'
import { administer } from '../engines.ts'
import { postgresPrograms } from '../postgres-cluster.ts'
import { BACK_MS, RECEIVED_MS } from './deadlines.ts'
import { signedIn, signUp, type SignedIn, type SignedUp } from './founder.ts'
import { ownPostgres, ownReplicated } from './own-postgres.ts'
import { startForTest } from './own-server.ts'
import { subscribe } from './subscribe.ts'

const WRITES_PER_SECOND = 50
/** The keepalive of a listening connection finds a machine that no longer answers. */
const NOTICED_MS = 20_000

if (postgresPrograms === undefined) console.warn('No programs of PostgreSQL: its failover is not tested')

beforeAll(ensureBuilt)

describe.runIf(postgresPrograms !== undefined)('a failover of PostgreSQL', () => {
  test.each([
    ['killed', 'SIGKILL', 'synchronous'],
    ['killed', 'SIGKILL', 'asynchronous'],
    ['frozen', 'SIGSTOP', 'synchronous'],
  ] as const)(
    'the primary is %s (%s) under writes, with %s replication',
    { timeout: 120_000 },
    async (_, signal, replication) => {
      const { primary, standby, ...own } = await ownReplicated(replication)
      const one = await startForTest(own)
      const two = await startForTest({ ...own, dataDir: `${own.dataDir}/two` })
      const ana = await signUp(one, 'ana')
      const there = signedIn(two, ana)
      const { received, statuses, stop } = await subscribe(two, ana)
      await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })
      const writes = startWriting([ana, there])
      await vi.waitFor(() => expect(writes.acknowledged.length).toBeGreaterThan(WRITES_PER_SECOND), {
        timeout: BACK_MS,
      })

      // The standby falls behind: what is acknowledged now exists on the primary alone.
      primary.signal('SIGSTOP', 'walsender')
      const sent = writes.sent()
      await vi.waitFor(() => expect(writes.sent()).toBeGreaterThan(sent + WRITES_PER_SECOND / 2), { timeout: BACK_MS })
      primary.signal(signal)
      const inFlight = writes.settled()
      await vi.waitFor(() => [one, two].forEach(expectLost), { timeout: NOTICED_MS })
      await inFlight
      const before = writes.acknowledged.length
      await standby.promote()
      await vi.waitFor(() => expect(writes.acknowledged.length).toBeGreaterThan(before), { timeout: BACK_MS })
      await vi.waitFor(() => expect(statuses.at(-1)).toBe('SUBSCRIBED'), { timeout: BACK_MS })
      await writes.stop()

      const stored = new Set(await there.texts())
      const lost = writes.acknowledged.filter((text) => !stored.has(text))
      expect([...writes.refusals]).toEqual([503])
      if (replication === 'synchronous') expect(lost).toEqual([])
      else {
        expect(lost.length).toBeGreaterThan(0)
        expect(lost.filter((text) => writes.acknowledged.indexOf(text) >= before)).toEqual([])
      }
      expect(await ana.add('Received again')).toBe(201)
      await vi.waitFor(() => expect(received).toContain('Received again'), { timeout: RECEIVED_MS })
      await stop()
      const renewed = signedIn(two, { ...ana, accessToken: await refresh(two, ana) })
      expect(await renewed.texts()).toContain('Received again')
    },
  )

  test('a server does not start without a primary, says why, and starts after the failover', async () => {
    const { primary, standby, ...own } = await ownReplicated('asynchronous')
    primary.signal('SIGKILL')
    const refused = await runBuilt(envOf(own))
    expect(refused.code).toBe(1)
    expect(refused.printed).toMatch(
      /^upswing: DATABASE_URL cannot be used: no host is usable: \S+: connect ECONNREFUSED \S+; \S+: it is a standby\n$/,
    )
    await standby.promote()
    const server = await startForTest(own)
    expect(await (await signUp(server, 'ana')).add('First')).toBe(201)
  })

  test('a server whose PostgreSQL becomes read-only leaves it, and comes back', async () => {
    const own = await ownPostgres()
    const url = `${own.config.url}?target_session_attrs=read-write`
    const server = await startForTest({ ...own, config: { kind: 'postgres', url } })
    const ana = await signUp(server, 'ana')
    const setReadOnly = (value: 'on' | 'off') =>
      administer(own.config.url, [
        `alter system set default_transaction_read_only = ${value}`,
        `select pg_reload_conf()`,
      ])

    await setReadOnly('on')
    await vi.waitFor(async () => expect(await statusOfRefresh(server, ana)).toBe(503), { timeout: RECEIVED_MS })
    await setReadOnly('off')
    await vi.waitFor(async () => expect(await statusOfRefresh(server, ana)).toBe(200), { timeout: RECEIVED_MS })
  })
})

/** Adds goals at that rate, whether earlier ones were answered or not. */
function startWriting(founders: readonly SignedIn[]) {
  const acknowledged: string[] = []
  const refusals = new Set<number | undefined>()
  const running = new Set<Promise<void>>()
  let sent = 0
  const add = async () => {
    const text = `Goal ${++sent}`
    const status = await founders[sent % founders.length]?.add(text)
    if (status === 201) acknowledged.push(text)
    else refusals.add(status)
  }
  const timer = setInterval(() => {
    const adding = add().finally(() => running.delete(adding))
    running.add(adding)
  }, 1000 / WRITES_PER_SECOND)
  onTestFinished(() => clearInterval(timer))
  /** When those sent until now have been answered. */
  const settled = async () => void (await Promise.all(running))
  const stop = () => {
    clearInterval(timer)
    return settled()
  }
  return { acknowledged, refusals, sent: () => sent, settled, stop }
}

const expectLost = (server: BuiltServer) => expect(server.printed()).toContain('"database-lost"')

const refreshed = ({ url }: BuiltServer, { publicKey, refreshToken }: SignedUp): Promise<Response> =>
  fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
const statusOfRefresh = async (server: BuiltServer, founder: SignedUp) => (await refreshed(server, founder)).status

async function refresh(server: BuiltServer, founder: SignedUp): Promise<string> {
  const response = await refreshed(server, founder)
  expect(response.status).toBe(200)
  return ((await response.json()) as { access_token: string }).access_token
}
