import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../database/database.ts'
import { LISTENING_NAME } from '../database/postgres.ts'
import { readBackup } from '../operator/backup-file.ts'
import { appliedMigrations, storedTables, type StoredTable } from '../operator/stored-tables.ts'

/**
 * Fills an empty database from a verified backup, in the caller's transaction.
 * @throws {Error} when there are accounts, a server is running, or the tables differ
 */
export async function restoreData(transaction: Transaction, file: string): Promise<void> {
  const tables = new Map((await storedTables(transaction)).map((table) => [table.name, table]))
  // Locks out writers, and keeps triggers from creating profiles again and from notifying each row.
  for (const { name } of tables.values()) await transaction.query(`alter table ${name} disable trigger user`)
  await refuseUnlessUnused(transaction)
  for (const { name, where } of [...tables.values()].reverse()) await transaction.query(`delete from ${name} ${where}`)

  // A goal may come before the one that it serves.
  await transaction.query('set constraints all deferred')
  let isComplete = true
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') isComplete = await hasEveryTable(transaction, part.migrations)
    if (part.kind === 'rows') await insert(transaction, tables.get(part.table), part)
    if (part.kind === 'end') await refuseMissingRows(transaction, [...tables.values()], part.rows)
  }

  await transaction.query('set constraints all immediate')
  await setSequences(transaction)
  for (const { name } of tables.values()) await transaction.query(`alter table ${name} enable trigger user`)
  if (!isComplete) await transaction.query('select private.complete_restored_data()')
}

async function refuseUnlessUnused(transaction: Transaction): Promise<void> {
  const [accounts] = await transaction.query<{ count: number }>('select count(*)::integer as count from auth.users')
  if (accounts?.count !== 0) {
    throw new Error(`the database holds ${accounts?.count} accounts: restore into a new DATA_DIR or DATABASE_URL`)
  }
  const [servers] = await transaction.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [LISTENING_NAME],
  )
  if (servers?.count !== 0) throw new Error('a server is using the database: stop it first')
}

/**
 * The newest migrations of the versions whose backups are accepted besides those of this one: later migrations only add
 * tables and columns to what these have, and `private.complete_restored_data` completes their data, as after an upgrade.
 */
const ACCEPTED = [
  // The last version before the first release, whose tables are those of 0.1.0.
  ['product/20261124150000', 'server/35'],
  // 0.1.0
  ['product/20261124201700', 'server/019'],
  // The states of development of which databases are upgraded, too (squashed-migrations.ts).
  ['product/20261126190000', 'server/020'],
  ['product/20261127220000', 'server/024'],
]

const newest = (migrations: readonly string[]) =>
  ['product/', 'server/'].map((kind) => migrations.filter((version) => version.startsWith(kind)).sort().at(-1)) // prettier-ignore

/**
 * @returns whether the backup has each table and column of this version
 * @throws {Error} when it is of a version whose backups are not accepted
 */
async function hasEveryTable(transaction: Transaction, migrations: readonly string[]): Promise<boolean> {
  const own = await appliedMigrations(transaction)
  const differing = [
    ...migrations.filter((version) => !own.includes(version)),
    ...own.filter((version) => !migrations.includes(version)),
  ]
  if (differing.length === 0) return true
  if (ACCEPTED.some((versions) => isDeepStrictEqual(newest(migrations), versions))) return false
  throw new Error(`the backup is of another version of this program (${differing.join(', ')}): restore with that one`)
}

/** The order of the tables satisfies foreign keys. */
async function insert(
  transaction: Transaction,
  table: StoredTable | undefined,
  { columns, json }: { columns: readonly string[]; json: string },
): Promise<void> {
  const values = columns.map((name, index) => {
    const type = table?.columns.find((column) => column.name === name)?.type
    if (type === undefined) throw new Error(`the backup has a column that the database lacks: ${name}`)
    return `(line ->> ${index})::${type}`
  })
  await transaction.query(
    `insert into ${table?.name} (${columns.join(', ')}) overriding system value
     select ${values.join(', ')} from json_array_elements($1::json) as lines (line)`,
    [json],
  )
}

async function refuseMissingRows(
  transaction: Transaction,
  tables: readonly StoredTable[],
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  for (const { name, where } of tables) {
    const [found] = await transaction.query<{ rows: number }>(`select count(*)::integer as rows from ${name} ${where}`)
    const rows = expected[name] ?? 0
    if (found?.rows !== rows) {
      throw new Error(`${name} has ${found?.rows} rows instead of ${rows}: nothing was restored`)
    }
  }
}

/** Sequences continue after the highest number in use. */
async function setSequences(transaction: Transaction): Promise<void> {
  const sequences = await transaction.query<{ sequence: string; table: string; column: string }>(`
    select s.oid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i')
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace::regnamespace::text in ('auth', 'private', 'public', 'server')`)
  for (const { sequence, table, column } of sequences) {
    await transaction.query(
      `select setval($1::regclass, coalesce((select max(${column}) from ${table}), 0) + 1, false)`,
      [sequence],
    )
  }
}
