import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import type { Database } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { openPglite, ownEngines, type Engine, type Engines } from '../server/database/pglite.ts'
import type { Log } from '../server/log.ts'
import { ownDatabase, type OwnDatabase, type Provided } from './engines.ts'

/** Engines that wait for their next database, each in 100 MB: a file seldom has more servers at once. */
const MOST_WAITING = 2
/** Bytes of write-ahead log after which tables have grown, by rows that are deleted and by their space. */
const MOST_WRITTEN = 16 * 2 ** 20

interface KeptEngine {
  readonly own: OwnDatabase
  readonly engine: Engine
  readonly before: Before
}

/** What a database is like before its first test. */
interface Before {
  /** The transaction that looked: newer rows are of tests. */
  readonly xid: string
  readonly lsn: string
  readonly tables: readonly string[]
  /** Rows of the tables, PostgreSQL's own among them, and the planner's estimates. */
  readonly state: string
  readonly sequences: ReadonlyMap<string, string | null>
}

/** A test did what is not undone by deleting the rows that it added. */
class NotAsBefore extends Error {}

export interface OpenDatabase {
  readonly database: Database
  readonly own: OwnDatabase
}

const waiting: KeptEngine[] = []

/**
 * Opens an embedded database, up to date and empty: on an engine that an earlier test gave back with `own.remove`, which
 * takes a tenth of a start. Rows that tests have added are deleted; after any other change the engine is a new one.
 */
export async function openKept(provided: Provided, log: Log): Promise<OpenDatabase> {
  for (let kept = waiting.pop(); kept !== undefined; kept = waiting.pop()) {
    const { own, engine, before } = kept
    removeFilesOfServer(own.dataDir)
    try {
      return await open(own, log, (client) => restore(client, before), engine)
    } catch (error) {
      await end(own, engine)
      if (!(error instanceof NotAsBefore)) throw error
    }
  }
  const setUp = async (client: Client) => {
    await migrate(client, async () => undefined)
    return look(client)
  }
  // Whoever made the template removes what stays until the process ends.
  return open(await ownDatabase('pglite', provided, dirname(provided.pgliteTemplate)), log, setUp)
}

async function open(
  own: OwnDatabase,
  log: Log,
  setUp: (client: Client) => Promise<Before>,
  kept?: Engine,
): Promise<OpenDatabase> {
  let before: Before | undefined
  let engine: Engine | undefined
  let isReplaced = false
  const engines: Engines = {
    start: async (folder) => {
      isReplaced = engine !== undefined
      engine = kept && !isReplaced ? kept : await ownEngines.start(folder)
      engine.worker.ref()
      return engine
    },
    close: async ({ worker }) => void worker.removeAllListeners('exit'),
  }
  const database = await openPglite(own.dataDir, async (client) => void (before = await setUp(client)), log, engines)
  const remove = async () => {
    if (!engine) return
    // The process may end meanwhile.
    engine.worker.unref()
    if (before && !isReplaced && isRunning(engine) && waiting.length < MOST_WAITING)
      waiting.push({ own, engine, before })
    else await end(own, engine)
  }
  return { database, own: { ...own, remove } }
}

const isRunning = ({ worker }: Engine): boolean => worker.threadId !== -1

async function end(own: OwnDatabase, engine: Engine): Promise<void> {
  if (isRunning(engine)) await ownEngines.close(engine)
  await own.remove()
}

/** Such as its keys. */
function removeFilesOfServer(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name !== 'database') rmSync(join(dataDir, name), { recursive: true })
  }
}

async function look(client: Client): Promise<Before> {
  const { tables } = await one<{ tables: string[] }>(
    client,
    `select array_agg(format('%I.%I', nspname, relname) order by 1) as tables
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname not in ('information_schema', 'pg_toast')`,
  )
  const { xid, lsn } = await one<{ xid: string; lsn: string }>(
    client,
    'select pg_current_xact_id()::text as xid, pg_current_wal_insert_lsn()::text as lsn',
  )
  return { xid, lsn, tables, state: await stateOf(client, tables), sequences: await sequencesOf(client) }
}

/** @throws {NotAsBefore} */
async function restore(client: Client, before: Before): Promise<Before> {
  const { xid, lsn, tables } = before
  const { written } = await one<{ written: number }>(
    client,
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '${lsn}')::int as written`,
  )
  if (written > MOST_WRITTEN) throw new NotAsBefore(`${written} bytes were written`)
  const isNewer = `age(xmin) < (select age('${xid}'::xid))`
  const isOfPostgres = (table: string) => table.startsWith('pg_catalog.')
  const deletions = tables
    .filter((table) => !isOfPostgres(table))
    .map((table) => `delete from ${table} where ${isNewer};`)
  // Without triggers and foreign keys.
  await client.query(`begin; set local session_replication_role = replica; ${deletions.join('\n')} commit`)
  const defined = tables
    .filter(isOfPostgres)
    .map((table) => `(select count(*) from ${table} where ${isNewer})`)
    .join(' + ')
  const { definitions } = await one<{ definitions: string }>(client, `select (${defined})::text as definitions`)
  if (definitions !== '0') throw new NotAsBefore(`${definitions} definitions were added or changed`)
  if ((await stateOf(client, tables)) !== before.state) throw new NotAsBefore('rows were changed or deleted')
  for (const [name, value] of await sequencesOf(client)) {
    const was = before.sequences.get(name)
    if (value !== was) await client.query('select setval($1, $2, $3)', [name, was ?? '1', was !== null])
  }
  return before
}

async function stateOf(client: Client, tables: readonly string[]): Promise<string> {
  const counts = tables.map((table) => `(select count(*) from ${table})`).join(', ')
  const { state } = await one<{ state: string }>(
    client,
    `select array[${counts}, (select sum(reltuples) + sum(relpages) from pg_class)::bigint]::text as state`,
  )
  return state
}

async function sequencesOf(client: Client): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences`,
  )
  return new Map(rows.map(({ name, last }) => [name, last]))
}

async function one<Row extends object>(client: Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  if (!rows[0]) throw new Error('no row')
  return rows[0]
}
