import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import { engines } from '../harness.ts'
import { signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

/** Founders who want the locked table: more than the server has connections. */
const FOUNDERS = 40
const LOCKED_MS = 8000
/** Statements that wait for the lock before the first counts as slow may take all connections, for 3 s. */
const MOST_MS = 5000

beforeAll(ensureBuilt)

describe.runIf(engines.includes('postgres'))('a table that an operator has locked', () => {
  test('requests for it get 503 or wait, other tables are served, and no user is paused afterwards', async () => {
    const own = await openForTest('postgres')
    if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    const server = await startForTest(own)
    const ana = await signUp(server, 'ana')
    const others = await Promise.all(Array.from({ length: FOUNDERS }, (_, index) => signUp(server, `other${index}`)))
    const operator = new pg.Client(own.config.url)
    await operator.connect()
    onTestFinished(() => operator.end())
    await operator.query('begin')
    await operator.query('lock table public.goals in access exclusive mode')

    const until = performance.now() + LOCKED_MS
    const statuses: (number | undefined)[] = []
    const acknowledged = new Map<string, string[]>()
    const waiting = others.map(async (other) => {
      while (performance.now() < until) {
        const text = `Goal ${statuses.length}`
        const [read, added] = await Promise.all([other.request('/goals?limit=1'), other.add(text)])
        statuses.push(read?.status, added)
        if (added === 201) acknowledged.set(other.id, [...(acknowledged.get(other.id) ?? []), text])
      }
    })
    let slowest = 0
    while (performance.now() < until) {
      const startedAt = performance.now()
      expect((await ana.request('/notes?limit=1'))?.status).toBe(200)
      slowest = Math.max(slowest, performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await operator.query('rollback')
    await Promise.all(waiting)
    console.log(`beside a locked table the slowest read of another took ${Math.round(slowest)} ms`)
    expect(slowest).toBeLessThan(MOST_MS)
    expect(statuses).toContain(503)
    expect([...new Set(statuses)].filter((status) => ![200, 201, 503].includes(status ?? 0))).toEqual([])
    for (const other of others) {
      expect(await other.add('After')).toBe(201)
      expect(await other.texts()).toEqual(expect.arrayContaining([...(acknowledged.get(other.id) ?? []), 'After']))
    }
  })
})
