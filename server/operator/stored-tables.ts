import type { Transaction } from '../database/database.ts'

/** A table in a backup. Names and types are SQL, quoted where necessary. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** A condition that excludes rows which are not data; else empty. */
  readonly where: string
}

/** Migration records and rate limits, which are not data. */
const excludedTables = new Set([
  'server.migrations',
  'server.schemas',
  'server.rate_limits',
  'server.presented_tokens',
  'server.retired_tokens',
  'private.rate_limits',
])

/** Passwords of the server's own logins, which each database generates. */
const rowConditions: Readonly<Record<string, string>> = { 'server.secrets': `where name not like 'login:%'` }

const tablesSql = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (
      select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns,
    array(
      select distinct format('%I.%I', rn.nspname, r.relname)
      from pg_constraint k
      join pg_class r on r.oid = k.confrelid
      join pg_namespace rn on rn.oid = r.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
    ) as needs
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('auth', 'private', 'public', 'server') and c.relkind = 'r'
  order by 1`

/** All tables with data, each after the tables that its foreign keys reference. */
export async function storedTables(transaction: Transaction): Promise<StoredTable[]> {
  const found = await transaction.query<Omit<StoredTable, 'where'> & { needs: string[] }>(tablesSql)
  const waiting = new Map(found.filter(({ name }) => !excludedTables.has(name)).map((table) => [table.name, table]))
  const ordered: StoredTable[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`foreign keys form a cycle: ${[...waiting.keys()].join(', ')}`)
    for (const { name, columns } of ready) {
      ordered.push({ name, columns, where: rowConditions[name] ?? '' })
      waiting.delete(name)
    }
  }
  return ordered
}

/** The applied migrations, oldest first: equal ones mean equal tables. */
export async function appliedMigrations(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.query<{ version: string }>(`
    select 'server/' || version as version from server.migrations
    union all select 'product/' || version from supabase_migrations.schema_migrations
    order by 1`)
  return rows.map(({ version }) => version)
}
