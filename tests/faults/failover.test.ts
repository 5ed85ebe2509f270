import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureBuilt, runBuilt, envOf, type BuiltServer } from '../built-server.ts'
import { administer, type OwnDatabase } from '../engines.ts'
import { postgresPrograms } from '../postgres-cluster.ts'
import { signedIn, signUp, type SignedIn } from './founder.ts'
import { ownReplicated } from './own-postgres.ts'
import { startForTest } from './own-server.ts'
import { subscribe } from './subscribe.ts'

/** 50 writes a second. */
const WRITE_EVERY_MS = 20
const BACK_MS = 10_000

if (postgresPrograms === undefined) console.warn('No programs of PostgreSQL: a failover is not tested')

beforeAll(ensureBuilt)

describe.runIf(postgresPrograms !== undefined)('a failover of PostgreSQL under writes', () => {
  test.each([
    ['synchronous', 'SIGKILL'],
    ['asynchronous', 'SIGKILL'],
    ['synchronous', 'SIGSTOP'],
  ] as const)('with %s replication and %s of the primary', { timeout: 120_000 }, async (replication, signal) => {
    const own = await ownReplicated(replication)
    const one = await startForTest(own)
    const two = await startForTest({ ...own, dataDir: `${own.dataDir}-two` })
    const ana = await signUp(one, 'ana')
    const there = signedIn(two, ana)
    const { received, statuses, stop } = await subscribe(two, ana)
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: 5000 })
    const writing = write([ana, there])
    await vi.waitFor(() => expect(writing.acknowledged.length).toBeGreaterThan(100), { timeout: 10_000 })

    own.primary.signal(signal)
    await vi.waitFor(() => expect(lostConnections(one) * lostConnections(two)).toBeGreaterThan(0), { timeout: 40_000 })
    const before = writing.acknowledged.length
    const promotedAt = performance.now()
    await own.standby.promote()
    await vi.waitFor(() => expect(writing.acknowledged.length).toBeGreaterThan(before), {
      timeout: BACK_MS,
      interval: 5,
    })
    const backMs = performance.now() - promotedAt
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('SUBSCRIBED'), { timeout: BACK_MS })
    const [first] = writing.acknowledged.slice(before)
    await sleep(1000)
    await writing.stop()
    const stored = new Set(await there.texts())
    const lost = writing.acknowledged.filter((text) => !stored.has(text))
    console.log(replication, signal, {
      backMs,
      lost: lost.length,
      acknowledged: writing.acknowledged.length,
      before,
      refusals: writing.refusals,
      statuses,
      first,
    })
    await stop()
  })
})

/** Adds goals at that rate, whether earlier ones were answered or not. */
function write(founders: readonly SignedIn[]) {
  const acknowledged: string[] = []
  const refusals = new Map<number | undefined, number>()
  const running = new Set<Promise<void>>()
  let count = 0
  const add = async (text: string) => {
    const status = await founders[count % founders.length]?.add(text)
    if (status === 201) acknowledged.push(text)
    else refusals.set(status, (refusals.get(status) ?? 0) + 1)
  }
  const timer = setInterval(() => {
    const adding = add(`Goal ${++count}`).finally(() => running.delete(adding))
    running.add(adding)
  }, WRITE_EVERY_MS)
  onTestFinished(() => clearInterval(timer))
  return {
    acknowledged,
    refusals,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

/** How often the server has logged that it no longer listens. */
const lostConnections = (server: BuiltServer) => server.printed().split('database-lost').length - 1
