import type { Caller } from '../database/caller.ts'
import type { Database, DatabaseFailure, Statement } from '../database/database.ts'
import { identifier } from '../filters/operation-sql.ts'
import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Binding } from './binding.ts'
import type { Change, Keys } from './change.ts'
import { filterSql, type Filter } from './filter.ts'
import { tableKey, type Published, type PublishedTable } from './published.ts'

/** A changed row that the reader may see. */
export interface VisibleRow {
  /** JSON text of the columns that the reader may read; of a deleted row, its primary key. */
  readonly record: string
  /** The `filtersKey` of each list of filters that the row passes. */
  readonly passes: ReadonlySet<string>
}

/** Which changed rows of one table a caller sees, and which filters each row passes: one query. */
export interface VisibilityQuery {
  readonly caller: Caller
  readonly table: PublishedTable
  readonly kind: 'present' | 'deleted'
  readonly changes: Change[]
  /** By `filtersKey`, so that many bindings with the same filters cost one column. */
  readonly filters: Map<string, readonly Filter[]>
}

/** A change with the bindings whose filters it may pass. */
interface MatchedChange {
  readonly change: Change
  readonly bindings: readonly Binding[]
}

/** One query for each table, and for present and deleted rows of it. Tables without a readable column have none. */
export function planVisibilityQueries(
  caller: Caller,
  published: Published,
  matches: readonly MatchedChange[],
): readonly VisibilityQuery[] {
  const queries = new Map<string, VisibilityQuery>()
  for (const { change, bindings } of matches) {
    const table = published.get(tableKey(change.schema, change.table))
    if (!table || bindings.length === 0 || readableColumns(table, caller).length === 0) continue
    const kind = change.type === 'DELETE' ? 'deleted' : 'present'
    const key = `${kind} ${tableKey(change.schema, change.table)}`
    const query = queries.get(key) ?? {
      caller,
      table,
      kind,
      changes: [],
      filters: new Map<string, readonly Filter[]>(),
    }
    queries.set(key, query)
    query.changes.push(change)
    for (const { filtersKey, filters } of bindings) query.filters.set(filtersKey, filters)
  }
  return [...queries.values()]
}

/**
 * Realtime authorization, the visibility of a live change: runs a query under the caller's policies.
 * @returns the rows that the caller sees
 */
export async function checkVisibility(
  database: Database,
  query: VisibilityQuery,
): Promise<Result<ReadonlyMap<Change, VisibleRow>, DatabaseFailure>> {
  const result = await database.asCaller(query.caller, visibilitySql(query), { access: 'read' })
  return result.ok ? succeed(parseVisibleRows(query, result.value.rows)) : fail(result.failure)
}

/**
 * Rows that exist are selected under the caller's own policies. A deleted row cannot be selected: its keys take its
 * place, and the policies are applied to them. Columns that the keys lack are null then, so a policy or filter that
 * needs them does not pass.
 */
export function visibilitySql({ caller, table, kind, changes, filters }: VisibilityQuery): Statement {
  const keys = changes.map((change) => (kind === 'deleted' ? change.old : change.new) ?? {})
  const values: string[] = [JSON.stringify(keys)]
  const name = `${identifier(table.schema)}.${identifier(table.name)}`
  const row = identifier(table.name)
  const passes = Array.from(filters.values(), (list) =>
    list.length === 0
      ? 'true'
      : list.map((filter) => filterSql(filter, row, (value) => `$${values.push(value)}`)).join(' and '),
  )
  // Connected apps get no live changes.
  const visible = caller.role === 'connected_app' ? 'false' : table.visible[caller.role]
  const columns = kind === 'deleted' ? table.primaryKey : readableColumns(table, caller)
  const record = `json_build_object(${columns.map((column) => `${literal(column)}, ${row}.${identifier(column)}`).join(', ')})`
  const selected = [`${record}::text`, ...passes.map((sql) => `(${sql})`)].join(', ')
  const changed = `json_array_elements($1::json) with ordinality as changed (keys, position)`
  if (kind === 'deleted') {
    return {
      text: `select changed.position, ${selected} from ${changed}
        cross join lateral (
          select ${row}.* from json_populate_record(null::${name}, changed.keys) as ${row}
          where ${visible}
        ) as ${row}`,
      values,
    }
  }
  const key = (index: number) => `key_${index}`
  const typedKeys = table.primaryKey.map((column, index) => {
    const type = table.columns.find((one) => one.name === column)?.sqlType ?? 'text'
    return `(keys ->> ${literal(column)})::${type} as ${key(index)}`
  })
  const isRow = table.primaryKey.map((column, index) => `${row}.${identifier(column)} = changed.${key(index)}`)
  return {
    // Keys are computed beforehand (offset 0): behind policies, a comparison in which a key is still read from JSON is
    // no index condition, and each lookup would scan the whole table. The limit makes each row an index lookup of its
    // own: the planner takes any JSON array for a hundred rows, and would scan a table of some ten thousand to join them.
    text: `select changed.position, visible.* from (
        select position, ${typedKeys.join(', ')} from ${changed} offset 0
      ) as changed
      cross join lateral (select ${selected} from ${name} as ${row} where ${isRow.join(' and ')} limit 1) as visible`,
    values,
  }
}

function parseVisibleRows(
  { changes, filters }: VisibilityQuery,
  rows: readonly (readonly (string | null)[])[],
): ReadonlyMap<Change, VisibleRow> {
  const filtersKeys = [...filters.keys()]
  const visible = new Map<Change, VisibleRow>()
  for (const [position, record, ...flags] of rows) {
    const change = changes[Number(position) - 1]
    const passes = new Set(filtersKeys.filter((_, index) => flags[index] === 't'))
    if (change) visible.set(change, { record: record ?? '{}', passes })
  }
  return visible
}

/** The change as the client reads it; the record is PostgreSQL's own JSON, passed on unparsed. */
export function changeData(table: PublishedTable, caller: Caller, change: Change, { record }: VisibleRow): string {
  const readable = new Set(readableColumns(table, caller))
  const columns = table.columns.filter(({ name }) => readable.has(name)).map(({ name, type }) => ({ name, type }))
  const { schema, type, commit_timestamp } = change
  const common = JSON.stringify({ schema, table: change.table, type, commit_timestamp, columns, errors: null })
  const head = common.slice(0, -1)
  switch (type) {
    case 'INSERT':
      return `${head},"record":${record}}`
    case 'UPDATE':
      return `${head},"record":${record},"old_record":${primaryKeyJson(table, change.old)}}`
    case 'DELETE':
      return `${head},"old_record":${record}}`
    default:
      return type satisfies never
  }
}

export const readableColumns = ({ columns }: PublishedTable, { role }: Caller): string[] =>
  columns.filter(({ readableBy }) => readableBy.includes(role)).map(({ name }) => name)

function primaryKeyJson({ primaryKey }: PublishedTable, keys: Keys | null): string {
  return JSON.stringify(Object.fromEntries(primaryKey.map((column) => [column, keys?.[column] ?? null])))
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
