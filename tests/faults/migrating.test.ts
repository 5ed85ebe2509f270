import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recreateEmpty, type Engine, type OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { ensureBuilt, envOf, runBuilt } from '../built-server.ts'
import { signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

const NODES = 3
/** Fractions of the duration of a first start at which it is killed. */
const KILLED_AT = [0.4, 0.6, 0.8, 0.95]

/** A table in the middle of its migration, and the lock at which the migration waits after creating it. */
const HALF_WAY = 'public.ai_conversations'
const GATE = 42

beforeAll(ensureBuilt)

describe.each(engines)('a server killed during its first start, on %s', (engine) => {
  test('the next server starts after a first start was killed', { timeout: 240_000 }, async () => {
    const whole = await startForTest(await emptied(engine))
    await whole.end('SIGKILL')
    for (const part of KILLED_AT) {
      const own = await emptied(engine)
      await runBuilt(envOf(own), sleep(whole.readyMs * part))
      const server = await startForTest(own)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect(await (await signUp(server, 'ana')).add('First')).toBe(201)
      await server.end('SIGKILL')
    }
  })
})

describe.runIf(engines.includes('postgres'))('a server that is killed inside a migration, on postgres', () => {
  test(
    'a migration of a killed server is rolled back, and the next server applies it',
    { timeout: 120_000 },
    async () => {
      const own = await emptied('postgres')
      if (own.config.kind !== 'postgres') throw new Error('not on PostgreSQL')
      const watcher = new pg.Client({ connectionString: own.config.url })
      await watcher.connect()
      onTestFinished(() => watcher.end())
      await watcher.query(`
      create function public.wait_half_way() returns event_trigger language plpgsql as $$
      begin
        if exists (select from pg_event_trigger_ddl_commands() where object_identity = '${HALF_WAY}') then
          perform pg_advisory_xact_lock(${GATE});
        end if;
      end $$;
      create event trigger half_way on ddl_command_end when tag in ('CREATE TABLE')
        execute function public.wait_half_way();
      select pg_advisory_lock(${GATE});`)
      const waits = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`
      const isHalfWay = vi.waitFor(
        async () => expect((await watcher.query<{ waiting: number }>(waits)).rows).toEqual([{ waiting: 1 }]),
        { timeout: 30_000 },
      )
      await runBuilt(envOf(own), isHalfWay)
      await isHalfWay
      await watcher.query(`
      select pg_advisory_unlock(${GATE});
      drop event trigger half_way;
      drop function public.wait_half_way;`)

      const there = `select to_regclass('public.goals') is not null as before, to_regclass('${HALF_WAY}') is not null as half`
      expect((await watcher.query(there)).rows).toEqual([{ before: true, half: false }])
      const server = await startForTest(own)
      expect((await watcher.query(there)).rows).toEqual([{ before: true, half: true }])
      expect(await (await signUp(server, 'ana')).add('First')).toBe(201)
    },
  )
})

describe.runIf(engines.includes('postgres'))('servers that start concurrently on an empty PostgreSQL', () => {
  test('concurrent first starts all serve, and each migration is applied once', { timeout: 120_000 }, async () => {
    const own = await emptied('postgres')
    const servers = await Promise.all(
      Array.from({ length: NODES }, (_, index) => startForTest({ ...own, dataDir: `${own.dataDir}-${index}` })),
    )
    const migrated = servers.flatMap((server) =>
      server
        .printed()
        .split('\n')
        .filter((line) => line.includes('"msg":"migrated"')),
    )
    expect(migrated).toHaveLength(1)
    const [one, ...others] = servers
    if (!one) throw new Error('none started')
    const ana = await signUp(one, 'ana')
    for (const other of others) {
      expect((await fetch(`${other.url}/readyz`)).status).toBe(200)
      expect(await (await signUp(other, `ben-${other.port}`)).add('First')).toBe(201)
    }
    expect(await ana.add('First')).toBe(201)
  })
})

/** A database without migrations. */
async function emptied(engine: Engine): Promise<OwnDatabase> {
  const own = await openForTest(engine)
  await recreateEmpty(own)
  return own
}
