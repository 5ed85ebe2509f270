import type { Client } from 'pg'
import {
  applyMigrations,
  createLedgers,
  MigrationFailed,
  readMigrations,
  refuseNewer,
  type Migration,
} from './migrations.ts'
import { applySchemas, createSchemaLedger, readSchemas, refuseNewerSchemas, type SchemaFile } from './schemas.ts'
import { adoptSquashed } from './squashed-migrations.ts'

/** Key of the migration lock, an advisory lock: an arbitrary number, the same on every node. */
const MIGRATION_LOCK = 7_305_116_001

const OLDEST_POSTGRES = 15

/** The first records of databases from before the first release, whose SQL is no longer here. */
const BEFORE_FIRST_RELEASE = { server: '01', product: '20261101090000' } as const

/** One half of the database: its tables are made by migrations, once; its functions and policies by schema files, again and again. */
interface Part {
  readonly name: 'server' | 'product'
  readonly ledger: string
  readonly migrations: readonly Migration[]
  readonly schemas: readonly SchemaFile[]
  /** Fills what the data of an earlier version lacks; runs after the first schema files that follow a migration. */
  readonly complete?: string
}

/**
 * Brings the database up to date, under a lock that other nodes wait for: what Supabase provides and plain PostgreSQL
 * lacks, then the product.
 *
 * @returns the versions of the migrations applied now
 * @throws {MigrationFailed} when a file fails, when an applied migration was edited, or when one is older than an applied
 *   one; and before anything is changed, when the database cannot serve, is older than the first release, or is newer than
 *   this program
 */
export async function migrate(client: Client, then: () => Promise<void>): Promise<string[]> {
  await requireSupportedDatabase(client)
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    await createLedgers(client)
    await createSchemaLedger(client)
    await requireReleased(client)
    const parts = await readParts()
    await adoptSquashed(client, parts)
    for (const { ledger, migrations } of parts) await refuseNewer(client, ledger, migrations)
    await refuseNewerSchemas(client)
    const applied: string[] = []
    for (const { name, ledger, migrations, schemas, complete } of parts) {
      applied.push(...(await applyMigrations(client, ledger, migrations)))
      await applySchemas(client, name, schemas, migrations.at(-1)?.version ?? '', complete)
    }
    await client.query('select realtime.attach_triggers()')
    await then()
    if (applied.length > 0) await client.query(`notify pgrst, 'reload schema'`)
    return applied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}

/** The folders are those of the repository, seen from the sources and from the bundle alike. */
async function readParts(): Promise<Part[]> {
  const folder = (path: string) => new URL(`../../${path}/`, import.meta.url)
  return [
    {
      name: 'server',
      ledger: 'server.migrations',
      migrations: await readMigrations(folder('server/database/migrations')),
      schemas: await readSchemas(folder('server'), 'database/migrations'),
    },
    {
      name: 'product',
      ledger: 'supabase_migrations.schema_migrations',
      migrations: await readMigrations(folder('supabase/migrations')),
      schemas: await readSchemas(folder('supabase/schemas')),
      complete: 'select private.complete_restored_data()',
    },
  ]
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
