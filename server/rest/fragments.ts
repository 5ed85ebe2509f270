import type { Statement } from '../database/database.ts'
import { identifier, operationSql, type Bind } from '../filters/operation-sql.ts'
import type { Column } from './catalogue.ts'
import type { Media } from './media.ts'
import type { OrderTerm } from './order.ts'
import type { Preferences } from './preferences.ts'
import type { RowRange } from './range.ts'
import { isJson, type FieldOutput, type Output, type ResolvedCondition, type ResolvedField } from './shape.ts'

/** Rows in one response at most. */
export const MAX_ROWS = 1000

/**
 * @example
 * statement((bind) => `select ${bind('a')}, ${bind('b')}`) // { text: 'select $1, $2', values: ['a', 'b'] }
 */
export function statement(write: (bind: Bind) => string): Statement {
  const values: string[] = []
  return { text: write((value) => `$${values.push(value)}`), values }
}

/**
 * @example
 * identifiers(['id', 'a"b']) // '"id", "a""b"'
 */
export const identifiers = (names: Iterable<string>): string => Array.from(names, identifier).join(', ')

/**
 * @example
 * qualified({ schema: 'public', name: 'goals' }) // '"public"."goals"'
 */
export const qualified = ({ schema, name }: { readonly schema: string; readonly name: string }): string =>
  `${identifier(schema)}.${identifier(name)}`

function fieldSql({ column, path }: ResolvedField, bind: Bind): string {
  const name = identifier(column.name)
  if (path.length === 0) return name
  const steps = path.map(({ arrow, key, isIndex }) => `${arrow}${bind(key)}::${isIndex ? 'int' : 'text'}`)
  return `(${isJson(column.type) ? name : `to_jsonb(${name})`}${steps.join('')})`
}

function outputSql(output: Output, bind: Bind): string {
  if (output.kind === 'everything') return '*'
  const { field, cast, name } = output
  const isBare = cast === undefined && field.path.length === 0 && name === field.column.name
  return isBare ? identifier(name) : `${valueSql(output, bind)} as ${identifier(name)}`
}

const valueSql = ({ field, cast }: FieldOutput, bind: Bind): string =>
  cast === undefined ? fieldSql(field, bind) : `cast(${fieldSql(field, bind)} as ${cast})`

export const whereSql = (conditions: readonly ResolvedCondition[], bind: Bind): string =>
  conditions.length === 0 ? '' : ` where ${conditions.map((condition) => conditionSql(condition, bind)).join(' and ')}`

function conditionSql(condition: ResolvedCondition, bind: Bind): string {
  const text =
    condition.kind === 'filter'
      ? operationSql(fieldSql(condition.field, bind), condition.operation, bind, isVector(condition.field))
      : `(${condition.parts.map((part) => conditionSql(part, bind)).join(` ${condition.kind} `)})`
  return condition.negated ? `not (${text})` : text
}

const isVector = ({ column, path }: ResolvedField): boolean =>
  path.length === 0 && column.type === 'pg_catalog.tsvector'

export function orderSql(order: readonly OrderTerm<ResolvedField>[], bind: Bind): string {
  if (order.length === 0) return ''
  const terms = order.map(({ field, direction, nulls }) =>
    [fieldSql(field, bind), direction, nulls && `nulls ${nulls}`].filter(Boolean).join(' '),
  )
  return ` order by ${terms.join(', ')}`
}

/**
 * Whether the request may ask for more rows than one response holds.
 * @example
 * isCapped({ offset: 0, limit: undefined }) // true
 * isCapped({ offset: 0, limit: 10 }) // false
 */
export const isCapped = ({ limit }: RowRange): boolean => limit === undefined || limit > MAX_ROWS

/**
 * @example
 * rangeSql({ offset: 20, limit: 10 }, (value) => `<${value}>`) // ' limit <10> offset <20>'
 */
export function rangeSql(range: RowRange, bind: Bind): string {
  const limit = isCapped(range) ? String(MAX_ROWS) : bind(String(range.limit))
  return ` limit ${limit}${range.offset > 0 ? ` offset ${bind(String(range.offset))}` : ''}`
}

/** The select list. CSV selects each row as one array of texts in PostgreSQL's own format (`t`, not `true`). */
export function rowSql(media: Media, outputs: readonly Output[], columns: Iterable<Column>, bind: Bind): string {
  if (media.kind !== 'csv') return outputs.map((output) => outputSql(output, bind)).join(', ')
  const cells = csvCells(outputs, columns).map((cell) => {
    const value = valueSql(cell, bind)
    return `case when ${value} is not null then format('%s', ${value}) end`
  })
  return `array[${cells.join(', ')}]::text[] as "cells"`
}

/** The cells of a CSV row: `*` is expanded, since the header names each column. */
export const csvCells = (outputs: readonly Output[], columns: Iterable<Column>): readonly FieldOutput[] =>
  outputs.flatMap((output) =>
    output.kind === 'field'
      ? [output]
      : Array.from(columns, (column) => ({
          kind: 'field' as const,
          field: { column, path: [] },
          cast: undefined,
          name: column.name,
        })),
  )

const MIB = 1024 * 1024
/** Size of one response as JSON, bytes: ten times a thousand rows of usual texts. CSV is formatted by this process. */
const maxResponseBytes = ({ kind }: Media): number => (kind === 'csv' ? 8 : 24) * MIB

/**
 * The page's rows as JSON, in the common table expression `r`: {@link responseSql} measures them before it aggregates
 * them. @param row the SQL of one row as JSON
 */
export const responseRowsSql = (page: string, { kind }: Media, row = 'row_to_json("p".*)'): string =>
  `"r" as materialized (select ${kind === 'csv' ? 'to_json("p"."cells")' : row} as "json" from (${page}) as "p")`

/**
 * The end of a statement: aggregates the rows in `r` into the body, and selects `columns` beside it. A response that is
 * too long is refused before it is aggregated, and rolls a write back.
 */
export function responseSql(media: Media, columns: string, isSingle = media.kind === 'object'): string {
  const rows = media.kind !== 'csv' && media.withoutNulls ? `json_strip_nulls(json_agg("json"))` : `json_agg("json")`
  const body = isSingle && media.kind !== 'csv' ? `coalesce(${rows}->0, 'null')` : `coalesce(${rows}, '[]')`
  const limit = maxResponseBytes(media)
  const fits = `(select coalesce(sum(pg_column_size("json")), 0) <= ${limit} from "r")`
  const refused = `server.raise_error('UPOUT', 'The response is longer than ${limit} bytes', null, 'Select fewer columns or fewer rows.')`
  return `select ${body}, ${columns} from "r" where ${fits} or ${refused}`
}

/**
 * Fails the request and rolls a write back when `condition` holds.
 * @param detail an SQL expression
 * @example
 * refusalSql('count(*) > 5', 'UP124', 'Too many rows', 'null')
 * // `, case when count(*) > 5 then server.raise_error('UP124', 'Too many rows', null, null) end`
 */
export const refusalSql = (condition: string, sqlState: string, message: string, detail: string): string =>
  `, case when ${condition} then server.raise_error('${sqlState}', '${message}', ${detail}, null) end`

export const notOneRowSql = (rows: string): string =>
  refusalSql(
    `${rows} <> 1`,
    'UP116',
    'Cannot coerce the result to a single JSON object',
    `'The result contains ' || ${rows} || ' rows'`,
  )

export function maxAffectedSql(preferences: Preferences, rows: string, bind: Bind): string {
  const limit = preferences['max-affected']
  if (preferences.handling !== 'strict' || limit === undefined) return ''
  return refusalSql(
    `${rows} > ${bind(limit)}::bigint`,
    'UP124',
    'Query result exceeds max-affected preference constraint',
    `'The query affects ' || ${rows} || ' rows'`,
  )
}

/**
 * The total count, if requested; for an estimate it stops at one more than a response holds.
 * @example
 * totalSql({ count: 'exact', unknown: [] }, '"public"."goals"') // '(select count(*) from "public"."goals")'
 * totalSql({ unknown: [] }, '"public"."goals"') // 'null'
 */
export function totalSql({ count }: Preferences, from: string): string {
  if (count === undefined) return 'null'
  if (count === 'exact') return `(select count(*) from ${from})`
  return `(select count(*) from (select from ${from} limit ${MAX_ROWS + 1}) as "counted")`
}
