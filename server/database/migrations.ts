import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'

/** A change of tables, constraints, indexes or data, which is made once. */
export interface Migration {
  readonly version: string
  readonly name: string
  readonly sql: string
}

/** A database that cannot be brought up to date. Files applied before stay; nothing of the failed file does. */
export class MigrationFailed extends Error {}

/** The product's ledger is that of Supabase's own tool, with a checksum added. */
export async function createLedgers(client: Client): Promise<void> {
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

/** The files `<version>_<name>.sql` of a folder, by version; without those that repeat a release's schema files. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(fileURLToPath(folder))).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d+)[-_](.+)\.sql$/.exec(file) ?? []
      if (!version || !name) throw new MigrationFailed(`${file} is not named <version>_<name>.sql`)
      return { version, name, sql: await readFile(new URL(file, folder), 'utf8') }
    }),
  )
  return migrations.filter(({ name }) => !name.endsWith(SCHEMAS_OF_A_RELEASE))
}

/** The end of the name of a migration with all schema files of a release, for Supabase's tool, which applies no other. */
export const SCHEMAS_OF_A_RELEASE = '_schemas'

/** An older program would write rows that the newer tables' rules do not expect. @throws {MigrationFailed} */
export async function refuseNewer(client: Client, ledger: string, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ version: string; name: string }>(
    `select version, coalesce('_' || name, '') as name from ${ledger}
     where version <> all ($1) and coalesce(name, '') not like '%\\${SCHEMAS_OF_A_RELEASE}' order by version desc limit 1`,
    [migrations.map(({ version }) => version)],
  )
  const [unknown] = rows
  if (unknown) {
    throw new MigrationFailed(
      `the database has migration ${unknown.version}${unknown.name}, which this version of the program lacks: start the newer version that applied it, or restore the backup from before it into a new DATA_DIR or DATABASE_URL`,
    )
  }
}

/** Applies the migrations that are not recorded, each with its record in one transaction. @returns their versions */
export async function applyMigrations(
  client: Client,
  ledger: string,
  migrations: readonly Migration[],
): Promise<string[]> {
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
    } else if (checksum !== null && checksum !== checksumOf(migration.sql)) {
      throw new MigrationFailed(`${label} was edited after it was applied: put the change into a new file`)
    }
  }
  return applied
}

async function apply(client: Client, ledger: string, migration: Migration, label: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await record(client, ledger, migration)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new MigrationFailed(`${label} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Records a migration as applied. */
export async function record(client: Client, ledger: string, { version, name, sql }: Migration): Promise<void> {
  await client.query(`insert into ${ledger} (version, name, statements, checksum) values ($1, $2, $3, $4)`, [
    version,
    name,
    [sql],
    checksumOf(sql),
  ])
}

export const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')
