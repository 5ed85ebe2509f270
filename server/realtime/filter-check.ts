import type { Caller } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { filterSql, quote, type Binding } from './binding.ts'

interface Flaw {
  readonly message: string
  /** The database could not be asked: trying again may help. */
  readonly isPassing: boolean
}

/** Whether PostgreSQL can put each filter to its column: put to a row of nulls, so that no data is touched. */
export async function flawOfFilters(
  database: Database,
  caller: Caller,
  bindings: readonly Binding[],
): Promise<Flaw | undefined> {
  const filters = bindings.flatMap((binding) => binding.filters)
  if (filters.length === 0) return undefined
  const values: (string | null)[] = []
  const conditions = filters.map((filter, index) => filterSql(filter, `f${index}`, values))
  const rows = filters.map(
    ({ column }, index) => `(select null::${column.sqlType} as ${quote(column.name)}) as f${index}`,
  )
  const statement = { text: `select ${conditions.join(', ')} from ${rows.join(', ')}`, values }
  const asked = await database.asCaller(caller, statement, { access: 'read' })
  return asked.ok ? undefined : { message: asked.failure.message, isPassing: asked.failure.kind !== 'postgres' }
}
