import type { Caller } from '../database/caller.ts'
import type { Statement } from '../database/database.ts'
import { filterSql, quote, type Filter } from './binding.ts'
import type { Change, Keys } from './change.ts'
import type { PublishedTable } from './published.ts'

/** Which of several changed rows of one table one reader sees, and which of these pass each of several filters. */
export interface Question {
  readonly caller: Caller
  readonly table: PublishedTable
  readonly kind: 'present' | 'deleted'
  readonly changes: readonly Change[]
  readonly filters: readonly (readonly Filter[])[]
}

export interface SeenRow {
  /** JSON text of the columns that the reader may read; of a deleted row, its primary key. */
  readonly record: string
  /** Whether it passes the filters at the same position of the question. */
  readonly passes: readonly boolean[]
}

/**
 * Rows that are there are selected under the reader's own policies. A deleted row cannot be: its keys take its place,
 * and the policies are put to them. What a policy or filter wants to know beyond the keys is null then, so that it
 * does not pass.
 */
export function questionSql({ caller, table, kind, changes, filters }: Question): Statement {
  const keys = changes.map((change) => (kind === 'deleted' ? change.old : change.new) ?? {})
  const values: (string | null)[] = [JSON.stringify(keys)]
  const name = `${quote(table.schema)}.${quote(table.name)}`
  const row = quote(table.name)
  const passes = filters.map((list) =>
    list.length === 0 ? 'true' : list.map((filter) => filterSql(filter, row, values)).join(' and '),
  )
  const columns = kind === 'deleted' ? table.primaryKey : readableColumns(table, caller)
  const record = `json_build_object(${columns.map((column) => `${literal(column)}, ${row}.${quote(column)}`).join(', ')})`
  const picked = [`${record}::text`, ...passes.map((sql) => `(${sql})`)].join(', ')
  const wanted = `json_array_elements($1::json) with ordinality as changed (keys, position)`
  if (kind === 'deleted') {
    return {
      text: `select changed.position, ${picked} from ${wanted}
        cross join lateral (
          select ${row}.* from json_populate_record(null::${name}, changed.keys) as ${row}
          where ${table.visible[caller.role]}
        ) as ${row}`,
      values,
    }
  }
  const key = (index: number) => `key_${index}`
  const typed = table.primaryKey.map((column, index) => {
    const type = table.columns.find((one) => one.name === column)?.sqlType ?? 'text'
    return `(keys ->> ${literal(column)})::${type} as ${key(index)}`
  })
  const isRow = table.primaryKey.map((column, index) => `${row}.${quote(column)} = changed.${key(index)}`)
  return {
    // Keys are made beforehand (offset 0): behind policies, a comparison in which a key is still read from JSON is no
    // condition for an index, and each row would be looked for in the whole table. With a limit each is looked up by
    // itself: the planner takes any JSON array for a hundred rows, and would read a table of some ten thousand from end to
    // end to join them.
    text: `select changed.position, seen.* from (
        select position, ${typed.join(', ')} from ${wanted} offset 0
      ) as changed
      cross join lateral (select ${picked} from ${name} as ${row} where ${isRow.join(' and ')} limit 1) as seen`,
    values,
  }
}

/** One answer for each change of the question; undefined for a row that is not seen. */
export function readAnswer(
  { changes }: Question,
  rows: readonly (readonly (string | null)[])[],
): readonly (SeenRow | undefined)[] {
  const seen = new Map(rows.map(([position, record, ...passes]) => [Number(position), seenRow(record, passes)]))
  return changes.map((_, index) => seen.get(index + 1))
}

const seenRow = (record: string | null | undefined, passes: readonly (string | null)[]): SeenRow => ({
  record: record ?? '{}',
  passes: passes.map((flag) => flag === 't'),
})

export const readableColumns = ({ columns }: PublishedTable, { role }: Caller): string[] =>
  columns.filter(({ readableBy }) => readableBy.includes(role)).map(({ name }) => name)

/** The primary key alone, as the client is told of the row before. */
export function oldRecord({ primaryKey }: PublishedTable, old: Keys | null): string {
  return JSON.stringify(Object.fromEntries(primaryKey.map((column) => [column, old?.[column] ?? null])))
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
