import type { Owner } from './owner.ts'
import type { Actor, Cast } from './permissions/actors.ts'

/** Runs as the owner, in a transaction that is rolled back. */
export async function inTransaction<Value>(
  cast: Cast,
  owner: Owner,
  work: (query: Owner['query']) => Promise<Value>,
): Promise<Value> {
  if (cast.config.kind !== 'postgres') return cast.database.transaction(({ query }) => work(query))
  await owner.query('begin')
  try {
    return await work(owner.query)
  } finally {
    await owner.query('rollback')
  }
}

/** Which of these tables a query of the user reads as a whole. */
export const scannedTables = (
  cast: Cast,
  owner: Owner,
  tables: readonly string[],
  text: string,
  values: readonly unknown[] = [],
  { id }: Actor = cast.ana,
): Promise<string[]> =>
  inTransaction(cast, owner, async (query) => {
    // PostgreSQL reports a connection's scans once a second: some of before may be among them.
    const scans = () =>
      query<{ table: string; scans: number }>(
        `select relname as table, seq_scan::integer as scans from pg_stat_xact_user_tables
         where schemaname = 'public' and relname = any ($1)`,
        [tables],
      )
    const before = new Map((await scans()).map(({ table, scans }) => [table, scans]))
    const claims = JSON.stringify({ sub: id, role: 'authenticated', aal: 'aal1' })
    await query(`select set_config('request.jwt.claims', $1, true)`, [claims])
    await query('set local role authenticated')
    await query(text, values)
    await query('reset role')
    return (await scans()).filter(({ table, scans }) => scans > (before.get(table) ?? 0)).map(({ table }) => table)
  })
