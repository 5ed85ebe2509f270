import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'
import { administer, type OwnDatabase } from '../engines.ts'
import { engines, openOwn } from '../harness.ts'

describe.each(engines)('an opened database on %s', (engine) => {
  let own: OwnDatabase
  let database: Database
  beforeAll(async () => {
    own = await openOwn(engine)
    database = await openDatabase(own.config, () => undefined)
  })
  afterAll(async () => {
    await database.close()
    await own.remove()
  })
  const ana = { role: 'authenticated', claims: `{"sub":"${crypto.randomUUID()}","role":"authenticated"}` } as const
  const run = (text: string, values: (string | null)[] = [], access: 'read' | 'write' = 'write') =>
    database.asCaller(ana, { text, values }, { access })

  /** Changes the database as its owner: the server's own login may not. */
  const arrange = async (sql: string) => {
    if (own.config.kind === 'postgres') await administer(own.config.url, [sql])
    else await database.query(sql)
  }

  test('every table of the API has row level security', async () => {
    const open = await database.query(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and not c.relrowsecurity`,
    )
    expect(open).toEqual([])
  })

  test('role and claims apply to one statement only', async () => {
    const inside = await run(`select current_user::text, auth.uid()::text`)
    expect(inside).toMatchObject({ ok: true, value: { rows: [['authenticated', JSON.parse(ana.claims).sub]] } })
    const [after] = await database.query<{ role: string; claims: string | null }>(
      `select current_user::text as role, nullif(current_setting('request.jwt.claims', true), '') as claims`,
    )
    expect(after?.role).not.toBe('authenticated')
    expect(after?.claims).toBeNull()
  })

  test('a failing statement is rolled back, and the connection stays usable', async () => {
    for (const text of ['selec', 'select 1/0', 'select * from nowhere', 'select $1::uuid']) {
      const failed = await run(text, text.includes('$1') ? ['none'] : [])
      expect(failed).toMatchObject({ ok: false, failure: { kind: 'postgres' } })
    }
    expect(await run('select 1')).toMatchObject({ ok: true, value: { rows: [['1']] } })
  })

  test('a read cannot write', async () => {
    const written = await run(
      `insert into public.goals (user_id, text, period) values (auth.uid(), 'x', 'weekly')`,
      [],
      'read',
    )
    expect(written).toMatchObject({ ok: false, failure: { sqlState: '25006' } })
  })

  // The embedded engine has one session, which is the owner's.
  test.runIf(engine === 'postgres')('a caller cannot create temporary objects, which functions of the owner would use', async () => {
    for (const text of ['create temporary table uuid ()', 'create domain pg_temp.uuid as pg_catalog.uuid'])
      expect(await run(text)).toMatchObject({ ok: false, failure: { sqlState: '42501' } })
  }) // prettier-ignore

  test('a deferred constraint that fails at commit is reported as an error', async () => {
    await arrange('create table public.late (a int unique deferrable initially deferred)')
    await arrange('grant insert on public.late to authenticated')
    const written = await run('insert into public.late values (1), (1)')
    expect(written).toMatchObject({ ok: false, failure: { sqlState: '23505' } })
    expect(await database.query(`select from pg_stat_activity where state = 'idle in transaction (aborted)'`)).toEqual(
      [],
    )
  })

  test('a prepared statement survives a change of its table', async () => {
    await arrange('create table public.changing (a int)')
    await arrange('grant select on public.changing to authenticated')
    const read = () => run('select * from public.changing', [], 'read')
    expect((await read()).ok).toBe(true)
    await arrange('alter table public.changing add column b text')
    for (let round = 0; round < 20; round++) expect(await read()).toMatchObject({ ok: true })
  })

  test('a statement that overflows the stack fails, and service continues', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect((await run('select $1::json::text', [deep])).ok).toBe(false)
    await expect.poll(async () => (await run('select 1')).ok, { timeout: 10_000 }).toBe(true)
  })

  test('a hundred concurrent statements all return', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => run('select $1::int + 1', [String(index)])),
    )
    expect(answers.map((answer) => answer.ok && Number(answer.value.rows[0]?.[0]))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
  })

  test('an exception rolls a transaction back', async () => {
    const failing = database.transaction(async ({ query }) => {
      await query(`insert into server.secrets (name, value) values ('test', 'x')`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await database.query(`select from server.secrets where name = 'test'`)).toEqual([])
  })

  test('notifies listeners of a committed transaction', async () => {
    const received: string[] = []
    const stop = await database.listen('test_channel', {
      notified: (payload) => received.push(payload),
      lost: () => undefined,
      restored: () => undefined,
    })
    await database.query(`select pg_notify('test_channel', 'hello')`)
    await expect.poll(() => received).toEqual(['hello'])
    await stop()
  })
})
