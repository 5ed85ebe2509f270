import pg from 'pg'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { applyAll, migrate, MigrationFailed } from '../../server/database/migrate.ts'
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
    expect(await applyAll(client, ledger, [one, two])).toEqual(['1', '2'])
    expect(await applyAll(client, ledger, [one, two])).toEqual([])
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
    await expect(applyAll(client, ledger, [one, broken])).rejects.toThrow(/^migration 2_two failed: .*nonsense/)
    expect((await client.query(`select version from ${ledger}`)).rows).toEqual([{ version: '1' }])
    expect((await client.query(`select to_regclass('second_step') as it`)).rows).toEqual([{ it: null }])
  })

  test('rejects an applied migration whose file was edited', async () => {
    await applyAll(client, ledger, [one])
    const edited = { ...one, sql: `${one.sql} -- edited` }
    await expect(applyAll(client, ledger, [edited])).rejects.toThrow(MigrationFailed)
    await expect(applyAll(client, ledger, [edited])).rejects.toThrow(/1_one was edited/)
  })

  test('rejects a new migration that is older than an applied one', async () => {
    await applyAll(client, ledger, [two])
    await expect(applyAll(client, ledger, [one, two])).rejects.toThrow(/1_one is older than 2/)
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
