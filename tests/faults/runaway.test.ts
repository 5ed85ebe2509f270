import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { administer, type OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { ensureBuilt } from './built-server.ts'
import { signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

const runaway = [
  `create function public.runaway() returns integer language plpgsql as 'begin loop null; end loop; end'`,
  'grant execute on function public.runaway() to anon',
]

/** Milliseconds until a visitor's statement is stopped, and what a slow machine may take on top. */
const STOPPED_AFTER_MS = { postgres: 3000, pglite: 10_000 } as const
const SLACK_MS = 5000

beforeAll(ensureBuilt)

describe.each(engines)('a statement that never ends, on %s', (engine) => {
  test('is stopped, and everybody else goes on', { timeout: 60_000 }, async () => {
    const own = await openForTest(engine)
    await addRunaway(own)
    const server = await startForTest(own)
    const ana = await signUp(server, 'ana')
    expect(await ana.add('Before')).toBe(201)

    const startedAt = performance.now()
    const answer = await fetch(`${server.url}/rest/v1/rpc/runaway`, {
      method: 'POST',
      headers: { apikey: ana.publicKey, 'content-type': 'application/json' },
      body: '{}',
    })
    const ms = performance.now() - startedAt
    expect(await answer.json()).toMatchObject({ code: '57014' })
    expect(ms).toBeGreaterThan(STOPPED_AFTER_MS[engine] - 500)
    expect(ms).toBeLessThan(STOPPED_AFTER_MS[engine] + SLACK_MS)

    await vi.waitFor(async () => expect(await ana.add('After')).toBe(201), { timeout: SLACK_MS, interval: 100 })
    expect(await ana.texts()).toEqual(expect.arrayContaining(['Before', 'After']))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

async function addRunaway({ config }: OwnDatabase): Promise<void> {
  if (config.kind === 'postgres') return administer(config.url, runaway)
  const database = await openDatabase(config, () => undefined)
  for (const statement of runaway) await database.query(statement)
  await database.close()
}
