import type { Statement } from '../database/database.ts'
import { identifier, type Bind } from '../filters/operation-sql.ts'
import {
  responseRowsSql,
  responseSql,
  identifiers,
  MAX_ROWS,
  maxAffectedSql,
  notOneRowSql,
  orderSql,
  qualified,
  refusalSql,
  rowSql,
  statement,
  whereSql,
} from './fragments.ts'
import type { DeletePlan, InsertPlan, UpdatePlan, WriteSource } from './plan.ts'
import { MAX_ROWS_WRITTEN } from './write-limit.ts'

type WritePlan = InsertPlan | UpdatePlan | DeletePlan

/**
 * @example
 * import { validPlan } from './example.ts'
 * const plan = validPlan('POST /goals', { body: { text: 'Ten demos' } })
 * if (plan.kind === 'insert')
 *   expect(insertSql(plan).text).toContain('insert into "public"."goals" ("text") select "text" from json_to_recordset($1::json)')
 */
export const insertSql = (plan: InsertPlan): Statement =>
  statement((bind) => {
    const { table, source } = plan
    const target = source.columns.length === 0 ? '' : ` (${columnList(source)})`
    const rows =
      plan.kind === 'put'
        ? `select * from (${sourceSql(source, bind)}) as "_"${whereSql(plan.where, bind)}`
        : sourceSql(source, bind)
    return replySql(plan, `insert into ${qualified(table)}${target} ${rows}${conflictSql(plan)}`, bind)
  })

/**
 * @example
 * import { validPlan } from './example.ts'
 * const plan = validPlan('PATCH /goals?rank=gt.5', { body: { text: 'Ten demos' } })
 * if (plan.kind === 'update') expect(updateSql(plan).text).toContain('update "public"."goals" set ("text") = (select "text" from')
 */
export const updateSql = (plan: UpdatePlan): Statement =>
  statement((bind) => {
    const { table, source } = plan
    // PostgreSQL has no syntax for an update that sets nothing.
    if (source.columns.length === 0) {
      return replySql(plan, `select ${returnedSql(plan)} from ${qualified(table)} where false`, bind, '')
    }
    const values = sourceSql(source, bind)
    const update = `update ${qualified(table)} set (${columnList(source)}) = (${values})${whereSql(plan.where, bind)}`
    return replySql(plan, update, bind)
  })

/**
 * @example
 * import { validPlan } from './example.ts'
 * const plan = validPlan('DELETE /goals?rank=gt.5')
 * if (plan.kind === 'delete')
 *   expect(deleteSql(plan).text).toContain('delete from "public"."goals" where "rank" > $1 returning 1')
 */
export const deleteSql = (plan: DeletePlan): Statement =>
  statement((bind) => replySql(plan, `delete from ${qualified(plan.table)}${whereSql(plan.where, bind)}`, bind))

const columnList = ({ columns }: WriteSource) => identifiers(columns.map((column) => column.name))

/** The payload's rows with the columns' types: PostgreSQL parses the JSON, Node.js never changes a value. */
function sourceSql({ json, columns, missing }: WriteSource, bind: Bind): string {
  if (columns.length === 0) return `select from json_array_elements(${bind(json)}::json)`
  const typed = columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')
  if (missing === 'null') {
    return `select ${columns.map(({ name }) => identifier(name)).join(', ')} from json_to_recordset(${bind(json)}::json) as "_" (${typed})`
  }
  const rows = `jsonb_array_elements(${bind(json)}::jsonb) as "_row", jsonb_to_record("_row".value) as "_" (${typed})`
  const values = columns.map(({ name, default: byDefault }) => {
    const column = identifier(name)
    return `case when "_row".value ? ${bind(name)} then "_".${column} else ${byDefault ?? 'null'} end as ${column}`
  })
  return `select ${values.join(', ')} from ${rows}`
}

const updatedRows = `coalesce(nullif(current_setting('rest.updated', true), ''), '0')::int`

function conflictSql({ onConflict, source }: InsertPlan): string {
  if (onConflict === undefined) return ''
  const target = ` on conflict (${identifiers(onConflict.columns)})`
  if (onConflict.action === 'ignore' || source.columns.length === 0) return `${target} do nothing`
  const set = source.columns.map(({ name }) => `${identifier(name)} = excluded.${identifier(name)}`).join(', ')
  // Counts the existing rows. `xmax` would show them too, but needs the right to select.
  return `${target} do update set ${set} where set_config('rest.updated', (${updatedRows} + 1)::text, true) <> ''`
}

/** @param returning the source of the changed rows, unless the mutation has one */
function replySql(
  plan: WritePlan,
  mutation: string,
  bind: Bind,
  returning = ` returning ${returnedSql(plan)}`,
): string {
  const changed = `with "w" as (${mutation}${returning})`
  const rows = `(select count(*) from "w")`
  const columns = [rows, 'null', insertedSql(plan, rows), keySql(plan, rows)].join(', ')
  const bounds =
    plan.kind === 'insert' || plan.kind === 'put'
      ? ''
      : `${tooManyRowsSql(rows)}${maxAffectedSql(plan.preferences, rows, bind)}`
  const refusals = `${countRefusalSql(plan, rows)}${bounds}`
  if (plan.preferences.return !== 'representation') return `${changed} select null, ${columns}${refusals}`
  const page = `select ${rowSql(plan.media, plan.outputs, plan.table.columns.values(), bind)} from "w"${orderSql(plan.order, bind)} limit ${MAX_ROWS}`
  return `${changed}, ${responseRowsSql(page, plan.media)} ${responseSql(plan.media, `${columns}${refusals}`)}`
}

/** Inserts are counted before they run; the rows that a filter matches are known only here. */
const tooManyRowsSql = (rows: string): string =>
  refusalSql(
    `${rows} > ${MAX_ROWS_WRITTEN} and current_user <> 'service_role'`,
    'UPROW',
    `A write takes at most ${MAX_ROWS_WRITTEN} rows`,
    'null',
  )

/** Only the selected columns: returning one needs the right to select it. */
function returnedSql({ kind, preferences, outputs, order, table }: WritePlan): string {
  if (kind === 'insert' && preferences.return === 'headers-only') return identifiers(table.primaryKey) || '1'
  if (preferences.return !== 'representation') return '1'
  const columns = new Set(order.map(({ field }) => field.column.name))
  for (const output of outputs) {
    if (output.kind === 'everything') return '*'
    columns.add(output.field.column.name)
  }
  return identifiers(columns)
}

const insertedSql = (plan: WritePlan, rows: string): string =>
  'onConflict' in plan && plan.onConflict?.action === 'merge' ? `${rows} - ${updatedRows}` : 'null'

/** The primary key of the one inserted row, for `Location`. */
function keySql({ kind, preferences, table }: WritePlan, rows: string): string {
  if (kind !== 'insert' || preferences.return !== 'headers-only' || table.primaryKey.length === 0) return 'null'
  const key = table.primaryKey.map((name) => `${identifier(name)}::text`).join(', ')
  return `case when ${rows} = 1 then (select json_build_array(${key}) from "w") end`
}

function countRefusalSql({ kind, media }: WritePlan, rows: string): string {
  if (kind === 'put') {
    return refusalSql(`${rows} <> 1`, 'UP115', 'Payload values do not match URL in primary key column(s)', 'null')
  }
  return media.kind === 'object' ? notOneRowSql(rows) : ''
}
