import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmpty } from '../harness.ts'

type Opened = Awaited<ReturnType<typeof openEmpty>>

async function giveBack({ database, own }: Opened): Promise<void> {
  await database.close()
  await own.remove()
}

async function afterwards(change: (opened: Opened) => Promise<unknown>): Promise<Opened & { isKept: boolean }> {
  const first = await openEmpty('pglite')
  await change(first)
  await giveBack(first)
  const next = await openEmpty('pglite')
  return { ...next, isKept: next.own.dataDir === first.own.dataDir }
}

test('what a test adds to the embedded database is gone for the next one, which has the same engine', async () => {
  const id = crypto.randomUUID()
  const users = 'select email from auth.users'
  const next = await afterwards(async ({ database, own }) => {
    await database.query(`insert into auth.users (id, email) values ($1, 'ana@example.com')`, [id])
    await database.query('set timezone = "Asia/Tokyo"')
    writeFileSync(join(own.dataDir, 'key'), '')
  })
  expect(next.isKept).toBe(true)
  expect(await next.database.query(users)).toEqual([])
  expect(await next.database.query(`select current_setting('timezone') as zone`)).toEqual([{ zone: 'UTC' }])
  expect(readdirSync(next.own.dataDir)).not.toContain('key')
  await giveBack(next)
})

test('a sequence begins again', async () => {
  const [sequence] = await withDatabase(({ database }) =>
    database.query<{ name: string }>(`select format('%I.%I', schemaname, sequencename) as name from pg_sequences`),
  )
  const following = `select nextval('${sequence?.name}')::int as value`
  let value: unknown
  const next = await afterwards(async ({ database }) => {
    value = await database.query(following)
    await database.query(following)
  })
  expect(await next.database.query(following)).toEqual(value)
  await giveBack(next)
})

test.each([
  ['a deleted row', 'delete from server.migrations where version = (select max(version) from server.migrations)'],
  ['a changed row', 'update server.migrations set version = version'],
  ['a table', 'create table public.more (id int)'],
  ['a right', 'grant select on public.goals to anon'],
  [
    'a trigger that was off for a while',
    'alter table public.goals disable trigger user; alter table public.goals enable trigger user',
  ],
  ['new estimates', 'analyze auth.users'],
  ['a setting of the database', 'alter database postgres set work_mem = 1000'],
])('%s makes the next engine a new one', async (_, statements) => {
  const next = await afterwards(async ({ database }) => {
    for (const statement of statements.split('; ')) await database.query(statement)
  })
  expect(next.isKept).toBe(false)
  await giveBack(next)
})

async function withDatabase<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> {
  const opened = await openEmpty('pglite')
  return work(opened).finally(() => giveBack(opened))
}
