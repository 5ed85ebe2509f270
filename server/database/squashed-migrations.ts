import type { Client } from 'pg'
import { MigrationFailed, record, type Migration } from './migrations.ts'

/** Recorded migrations that no longer have files, and the migrations that they were folded into. */
interface Squash {
  readonly ledger: string
  /** From the first to the last version, and how many they are. */
  readonly former: readonly [first: string, last: string, count: number]
  /** From the first to the last version; none where it defined functions only. */
  readonly present?: readonly [first: string, last: string]
}

/** Until then a migration defined functions and policies, too, and the one of a later file was the one that held. */
const squashes: readonly Squash[] = [
  // 0.1.0
  { ledger: 'server.migrations', former: ['001', '019', 19], present: ['20261124100000', '20261124101000'] },
  {
    ledger: 'supabase_migrations.schema_migrations',
    former: ['20261124200000', '20261124201700', 18],
    present: ['20261124200000', '20261124201500'],
  },
  // The state of development of 27 November 2026, and of the day after.
  { ledger: 'server.migrations', former: ['020', '020', 1] },
  { ledger: 'server.migrations', former: ['021', '024', 4], present: ['20261128000000', '20261128000000'] },
  {
    ledger: 'supabase_migrations.schema_migrations',
    former: ['20261125000000', '20261126190000', 32],
    present: ['20261128000000', '20261128001600'],
  },
  {
    ledger: 'supabase_migrations.schema_migrations',
    former: ['20261127090000', '20261127220000', 19],
    // Without the indexes of the search, whose functions have another search path since.
    present: ['20261128010000', '20261128010300'],
  },
]

/**
 * Records the present migrations in place of those that were folded into them, in a database from before there were schema
 * files. Tables and data stay as they are: both make the same.
 * @throws {MigrationFailed} when a database has some of those that were folded, but not all
 */
export async function adoptSquashed(
  client: Client,
  parts: readonly { readonly name: string; readonly ledger: string; readonly migrations: readonly Migration[] }[],
): Promise<void> {
  const { rows } = await client.query('select from server.schemas limit 1')
  if (rows.length > 0) return
  await client.query('begin')
  try {
    for (const { name, ledger, migrations } of parts) {
      for (const squash of squashes.filter((each) => each.ledger === ledger)) await replace(client, squash, migrations)
      await client.query(`insert into server.schemas values ($1, '{}', '', '0.0.0')`, [name])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function replace(client: Client, { ledger, former, present }: Squash, migrations: readonly Migration[]) {
  const [first, last, count] = former
  const { rows } = await client.query(`delete from ${ledger} where version between $1 and $2 returning version`, [
    first,
    last,
  ])
  if (rows.length === 0) return
  if (rows.length !== count) {
    throw new MigrationFailed(
      `the database is of a state of development between migrations ${first} and ${last}: start the last version before they were folded, then this one`,
    )
  }
  const [from, to] = present ?? ['', '']
  for (const migration of migrations)
    if (migration.version >= from && migration.version <= to) await record(client, ledger, migration)
}
