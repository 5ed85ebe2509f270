import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { serverSchema } from './schema-files.ts'

/** An arbitrary number, the same on every node. */
const MIGRATION_LOCK = 7_305_116_001

const OLDEST_POSTGRES = 15

/** From the sources and from the bundle alike. */
const folders = {
  server: new URL('../../server/', import.meta.url),
  product: new URL('../../supabase/migrations/', import.meta.url),
} as const

/** The first records of databases from before the first release, whose SQL is no longer here. */
const BEFORE_FIRST_RELEASE = { server: '01', product: '20261101090000' } as const

interface Migration {
  readonly version: string
  readonly name: string
  readonly sql: string
}

/** A migration that cannot be applied; nothing of it was. */
export class MigrationFailed extends Error {}

/**
 * Brings the database up to date: the server's schema, then the product's migrations, in order, each recorded in the
 * transaction that applies it, under a lock that other nodes wait for.
 *
 * @returns the versions applied now
 * @throws {MigrationFailed} when one fails, when an applied file was edited, or when a file is older than an applied one;
 *   and before anything is changed, when the database cannot serve, is older than the first release, or is newer than this
 *   program
 */
export async function migrate(client: Client, then: () => Promise<void>): Promise<string[]> {
  await requireSupportedDatabase(client)
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    await createLedgers(client)
    await requireReleased(client)
    const schemas = [
      { ledger: 'server.migrations', migrations: await readServerSchema() },
      { ledger: 'supabase_migrations.schema_migrations', migrations: await readMigrations(folders.product) },
    ]
    for (const { ledger, migrations } of schemas) await refuseNewer(client, ledger, migrations)
    const applied: string[] = []
    for (const { ledger, migrations } of schemas) applied.push(...(await applyAll(client, ledger, migrations)))
    await client.query('select realtime.attach_triggers()')
    await then()
    if (applied.length > 0) await client.query(`notify pgrst, 'reload schema'`)
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}

/** Checks version and encoding first: otherwise the first sign-up would fail. */
async function requireSupportedDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; version: string; isOld: boolean }>(
    `select current_setting('server_encoding') as encoding, current_setting('server_version') as version,
       current_setting('server_version_num')::int < ${OLDEST_POSTGRES}0000 as "isOld"`,
  )
  const { encoding = '', version = '', isOld = true } = rows[0] ?? {}
  if (isOld)
    throw new MigrationFailed(`the database is PostgreSQL ${version}: it has to be ${OLDEST_POSTGRES} or newer`)
  if (encoding !== 'UTF8') {
    throw new MigrationFailed(
      `the database is encoded in ${encoding}: it has to be UTF8 (create database … encoding 'UTF8' template template0, with a locale that goes with it)`,
    )
  }
}

/** The product's ledger is that of Supabase's own tool, with a checksum added. */
async function createLedgers(client: Client): Promise<void> {
  await client.query(`
    create schema if not exists server;
    create table if not exists server.migrations
      (version text primary key, name text, statements text[], checksum text);
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations
      (version text primary key, name text, statements text[]);
    alter table supabase_migrations.schema_migrations add column if not exists checksum text;
  `)
}

async function requireReleased(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select from server.migrations where version = $1
     union all select from supabase_migrations.schema_migrations where version = $2`,
    [BEFORE_FIRST_RELEASE.server, BEFORE_FIRST_RELEASE.product],
  )
  if (rows.length > 0) {
    throw new MigrationFailed(
      'the database is from before version 0.1.0: run `npm run backup -- FILE` with the version that wrote it, then `npm run restore -- FILE` with this one into a new DATA_DIR or DATABASE_URL',
    )
  }
}

/** An older program would write rows that the newer tables' rules do not expect. @throws {MigrationFailed} */
async function refuseNewer(client: Client, ledger: string, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ version: string; name: string }>(
    `select version, coalesce('_' || name, '') as name from ${ledger} where version <> all ($1) order by version desc limit 1`,
    [migrations.map(({ version }) => version)],
  )
  const [unknown] = rows
  if (unknown) {
    throw new MigrationFailed(
      `the database has migration ${unknown.version}${unknown.name}, which this version of the program lacks: start the newer version that applied it, or restore the backup from before it into a new DATA_DIR or DATABASE_URL`,
    )
  }
}

/** The version is the file's position in the list: `001` and so on. */
function readServerSchema(): Promise<Migration[]> {
  return Promise.all(
    serverSchema.map(async (file, index) => ({
      version: String(index + 1).padStart(3, '0'),
      name: file.replace(/\.sql$/, ''),
      sql: await readFile(new URL(file, folders.server), 'utf8'),
    })),
  )
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(fileURLToPath(folder))).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d+)[-_](.+)\.sql$/.exec(file) ?? []
      if (!version || !name) throw new MigrationFailed(`${file} is not named <version>_<name>.sql`)
      return { version, name, sql: await readFile(new URL(file, folder), 'utf8') }
    }),
  )
}

export async function applyAll(client: Client, ledger: string, migrations: readonly Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ version: string; checksum: string | null }>(
    `select version, checksum from ${ledger} order by version`,
  )
  const recorded = new Map(rows.map(({ version, checksum }) => [version, checksum]))
  const newest = rows.at(-1)?.version
  const applied: string[] = []
  for (const migration of migrations) {
    const label = `migration ${migration.version}_${migration.name}`
    const checksum = recorded.get(migration.version)
    if (checksum === undefined) {
      if (newest !== undefined && migration.version < newest) {
        throw new MigrationFailed(`${label} is older than ${newest}, which is applied: give it a newer version`)
      }
      await apply(client, ledger, migration, label)
      applied.push(migration.version)
    } else if (checksum !== null && checksum !== checksumOf(migration)) {
      throw new MigrationFailed(`${label} was edited after it was applied: put the change into a new file`)
    }
  }
  return applied
}

const checksumOf = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex')

async function apply(client: Client, ledger: string, migration: Migration, label: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query(`insert into ${ledger} (version, name, statements, checksum) values ($1, $2, $3, $4)`, [
      migration.version,
      migration.name,
      [migration.sql],
      checksumOf(migration),
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new MigrationFailed(`${label} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
