import pg from 'pg'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { applyMigrations, MigrationFailed } from '../../server/database/migrations.ts'
import { applySchemas, refuseNewerSchemas } from '../../server/database/schemas.ts'
import { connect, connectionOf } from '../../server/database/connect.ts'
import { administer, onDatabase } from '../engines.ts'
import { engines, openOwn } from '../harness.ts'

const ledger = 'test_ledger'
const one = { version: '1', name: 'one', sql: 'create table first_step (a int)' }
const two = { version: '2', name: 'two', sql: 'create table second_step (a int); insert into second_step values (1)' }

describe.skipIf(!engines.includes('postgres'))('the migration runner', () => {
  let client: Client
  let own: Awaited<ReturnType<typeof openOwn>>

  beforeAll(async () => {
    own = await openOwn('postgres')
    if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    client = await connect(connectionOf(own.config.url))
  })
  beforeEach(async () => {
    await client.query(`drop table if exists ${ledger}, first_step, second_step;
      create table ${ledger} (version text primary key, name text, statements text[], checksum text)`)
  })
  afterAll(async () => {
    await client.end()
    await own.remove()
  })

  test('applies migrations in order, records them, and does nothing the second time', async () => {
    expect(await applyMigrations(client, ledger, [one, two])).toEqual(['1', '2'])
    expect(await applyMigrations(client, ledger, [one, two])).toEqual([])
    const { rows } = await client.query(`select version, name, statements from ${ledger} order by version`)
    expect(rows).toEqual([
      { version: '1', name: 'one', statements: [one.sql] },
      { version: '2', name: 'two', statements: [two.sql] },
    ])
  })

  test('rejects a database that is not UTF-8 before any change', async () => {
    const name = `${client.database}_ascii`
    const url = own.config.kind === 'postgres' ? own.config.url : ''
    await administer(url, [`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`])
    try {
      const other = await connect(connectionOf(onDatabase(url, name)))
      await expect(migrate(other, async () => undefined)).rejects.toThrow('encoded in SQL_ASCII: it has to be UTF8')
      const { rows } = await other.query(`select from pg_namespace where nspname in ('server', 'auth')`)
      expect(rows).toHaveLength(0)
      await other.end()
    } finally {
      await administer(url, [`drop database ${name} with (force)`])
    }
  })

  test('rolls back a migration that fails', async () => {
    const broken = { ...two, sql: 'create table second_step (a int); select nonsense' }
    await expect(applyMigrations(client, ledger, [one, broken])).rejects.toThrow(/^migration 2_two failed: .*nonsense/)
    expect((await client.query(`select version from ${ledger}`)).rows).toEqual([{ version: '1' }])
    expect((await client.query(`select to_regclass('second_step') as it`)).rows).toEqual([{ it: null }])
  })

  test('rejects an applied migration whose file was edited', async () => {
    await applyMigrations(client, ledger, [one])
    const edited = { ...one, sql: `${one.sql} -- edited` }
    await expect(applyMigrations(client, ledger, [edited])).rejects.toThrow(MigrationFailed)
    await expect(applyMigrations(client, ledger, [edited])).rejects.toThrow(/1_one was edited/)
  })

  test('rejects a new migration that is older than an applied one', async () => {
    await applyMigrations(client, ledger, [two])
    await expect(applyMigrations(client, ledger, [one, two])).rejects.toThrow(/1_one is older than 2/)
  })

  test('rejects a database that a newer version has migrated, before any change', async () => {
    const other = await openOwn('postgres')
    if (other.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    const newer = await connect(connectionOf(other.config.url))
    await newer.query(`
      delete from server.migrations where version = (select max(version) from server.migrations);
      insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'next')`)
    onTestFinished(async () => {
      await newer.end()
      await other.remove()
    })
    const applied = async () => (await newer.query('select version from server.migrations order by version')).rows
    const before = await applied()
    await expect(migrate(newer, async () => undefined)).rejects.toThrow(/has migration 29990101000000_next, which/)
    expect(await applied()).toEqual(before)
  })

  describe('schema files', () => {
    const answering = (answer: number) => ({
      name: 'answer.sql',
      sql: `create or replace function answer() returns int language sql as 'select ${answer} + offset_of_answer()'`,
    })
    /** Called by the file before it. */
    const offset = {
      name: 'offset.sql',
      sql: `create or replace function offset_of_answer() returns int language sql as 'select 2'`,
    }
    const answer = async () => (await client.query<{ answer: number }>('select answer()')).rows[0]?.answer
    const remember = (text: string) => `insert into completions values ('${text}')`
    const completions = async () =>
      (await client.query<{ text: string }>('select text from completions')).rows.map(({ text }) => text)

    beforeEach(async () => {
      await client.query(`
        drop table if exists completions;
        create table completions (text text);
        drop function if exists answer(), offset_of_answer();
        delete from server.schemas where part = 'test'`)
      return () => client.query(`delete from server.schemas where part = 'test'`)
    })

    test('are applied together, and the one that changed again', async () => {
      await applySchemas(client, 'test', [answering(40), offset], '1')
      expect(await answer()).toBe(42)
      await client.query(`create or replace function offset_of_answer() returns int language sql as 'select 0'`)
      await applySchemas(client, 'test', [answering(41), offset], '1')
      expect(await answer()).toBe(41)
    })

    test('are all applied after a migration, and the data of the version before is completed once', async () => {
      await applySchemas(client, 'test', [answering(40), offset], '1', remember('1'))
      await client.query('drop function offset_of_answer()')
      await applySchemas(client, 'test', [answering(40), offset], '2', remember('2'))
      await applySchemas(client, 'test', [answering(41), offset], '2', remember('3'))
      expect(await answer()).toBe(43)
      expect(await completions()).toEqual(['1', '2'])
    })

    test('change nothing when one of them fails, or the completion does', async () => {
      await applySchemas(client, 'test', [answering(40), offset], '1')
      const broken = { name: 'broken.sql', sql: 'create function broken() returns nonsense language sql' }
      await expect(applySchemas(client, 'test', [answering(50), offset, broken], '1')).rejects.toThrow(
        /^the test's schema files failed at broken\.sql: .*nonsense/,
      )
      await expect(applySchemas(client, 'test', [answering(50), offset], '2', 'select nonsense')).rejects.toThrow(
        /failed at completing the data: .*nonsense/,
      )
      expect(await answer()).toBe(42)
    })

    test('of a newer version are not replaced', async () => {
      await client.query(`insert into server.schemas values ('test', '{}', '1', '1000.0.0')`)
      await expect(refuseNewerSchemas(client)).rejects.toThrow(/has the functions of version 1000\.0\.0, and this is/)
    })
  })

  test('rejects a state of development of which a part was folded', async () => {
    const other = await openOwn('postgres')
    if (other.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    const halfway = await connect(connectionOf(other.config.url))
    onTestFinished(async () => {
      await halfway.end()
      await other.remove()
    })
    await halfway.query(`
      delete from server.schemas;
      delete from server.migrations;
      insert into server.migrations (version, name) values ('001', 'database/platform')`)
    await expect(migrate(halfway, async () => undefined)).rejects.toThrow(/between migrations 001 and 019: start/)
    expect((await halfway.query('select version from server.migrations')).rows).toEqual([{ version: '001' }])
  })

  test('several servers migrate concurrently', async () => {
    const url = own.config.kind === 'postgres' ? own.config.url : ''
    const name = new URL(url).pathname.slice(1)
    const fresh = `${name}_fresh`
    await client.query(`create database ${pg.escapeIdentifier(fresh)}`)
    const clients = await Promise.all([1, 2, 3].map(() => connect(connectionOf(url.replace(name, fresh)))))
    const applied = await Promise.all(clients.map((each) => migrate(each, async () => undefined)))
    expect(applied.filter((versions) => versions.length > 0)).toHaveLength(1)
    await Promise.all(clients.map((each) => each.end()))
    await client.query(`drop database ${pg.escapeIdentifier(fresh)} with (force)`)
  })
})
