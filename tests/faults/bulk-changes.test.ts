import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { administer, type OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { ensureBuilt } from '../built-server.ts'
import { figure } from './figure.ts'
import { signUp, type SignedIn } from './founder.ts'
import { slowness } from '../slowness.ts'
import { subscribe } from './subscribe.ts'
import { openForTest, startForTest } from './own-server.ts'

const ROWS = 5000
const STATEMENTS = 50
/** One to three seconds on an idle machine. */
const RECEIVED_MS = 40_000
/** The embedded engine has one session, and cancels a function that writes for 4 s while others wait. */
const ROWS_OF_ONE = { postgres: ROWS, pglite: Math.round(ROWS / 2 / slowness()) } as const
/**
 * Until another founder's write is received, on the embedded engine after that statement: either of these. The share is of the
 * time until all changes are received, which it would take behind them. A quarter is usual.
 */
const OTHERS = { ms: 1000, share: 0.6 }
const MOST_MEMORY = 150 * 1024 * 1024

beforeAll(ensureBuilt)

describe.each(engines)('bulk changes, on %s', (engine) => {
  test.each([
    [ROWS_OF_ONE[engine], 1],
    [ROWS, STATEMENTS],
  ])(
    '%i changes by %i statements are received in order and once, and delay no other founder',
    { timeout: 180_000 },
    async (count, statements) => {
      const own = await openForTest(engine)
      await addManyRows(own)
      const server = await startForTest(own)
      const [ana, ben] = [await signUp(server, 'ana'), await signUp(server, 'ben')]
      const [mine, others] = [await subscribe(server, ana), await subscribe(server, ben)]
      for (const { statuses } of [mine, others])
        await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })
      const before = await figure(server.url, 'process_resident_memory_bytes')
      let isOver = false
      const slowest = slowestChange(ben, others.received, () => isOver)

      const startedAt = performance.now()
      for (let index = 0; index < statements; index++) {
        const many = count / statements
        const body = { first: index * many, many }
        expect((await ana.request('/rpc/add_many_rows', { method: 'POST', body }))?.status).toBe(204)
      }
      const writtenMs = performance.now() - startedAt
      await vi.waitFor(() => expect(mine.received.length).toBeGreaterThanOrEqual(count), { timeout: RECEIVED_MS })
      const receivedMs = performance.now() - startedAt
      isOver = true
      const slowestMs = await slowest
      console.log(
        `${engine}, ${statements} statements: written in ${Math.round(writtenMs)} ms, received after ${Math.round(receivedMs)} ms; ` +
          `the slowest change of another founder took ${Math.round(slowestMs)} ms`,
      )
      expect(mine.received).toEqual(Array.from({ length: count }, (_each, index) => `Row ${index}`))
      expect(mine.statuses).toEqual(['SUBSCRIBED'])
      const behindStatement = engine === 'pglite' ? writtenMs / statements : 0
      expect(slowestMs - behindStatement).toBeLessThan(Math.max(OTHERS.ms, OTHERS.share * receivedMs))
      expect((await figure(server.url, 'process_resident_memory_bytes')) - before).toBeLessThan(MOST_MEMORY)
      await Promise.all([mine.stop(), others.stop()])
    },
  )
})

/** One statement for many rows: a request takes a thousand at most. */
async function addManyRows({ config }: OwnDatabase): Promise<void> {
  const statements = [
    `create function public.add_many_rows(first integer, many integer) returns void language sql as $$
       insert into public.goals (user_id, text, period)
       select auth.uid(), 'Row ' || number, 'weekly' from generate_series(first, first + many - 1) as number
     $$`,
    'grant execute on function public.add_many_rows(integer, integer) to authenticated',
  ]
  if (config.kind === 'postgres') return administer(config.url, statements)
  const database = await openDatabase(config, () => undefined)
  for (const statement of statements) await database.query(statement)
  await database.close()
}

/** Milliseconds of a founder's slowest change, from the request until it is received. */
async function slowestChange(founder: SignedIn, received: readonly unknown[], isOver: () => boolean): Promise<number> {
  let slowest = 0
  for (let count = 0; !isOver(); count++) {
    const text = `Meanwhile ${count}`
    const startedAt = performance.now()
    expect(await founder.add(text)).toBe(201)
    await vi.waitFor(() => expect(received).toContain(text), { timeout: RECEIVED_MS, interval: 5 })
    slowest = Math.max(slowest, performance.now() - startedAt)
    await sleep(50)
  }
  return slowest
}
