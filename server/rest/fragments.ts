import type { Statement } from '../database/database.ts'
import type { Column } from './catalogue.ts'
import { compareOperators, isWords, likePattern, searchOperators, type Test } from './filter.ts'
import type { Media } from './media.ts'
import type { OrderTerm } from './order.ts'
import type { Preferences } from './preferences.ts'
import type { RowRange } from './range.ts'
import { isJson, type FieldOutput, type Output, type ResolvedCondition, type ResolvedField } from './shape.ts'

/** The most rows one reply holds. */
export const MAX_ROWS = 1000

/** Takes a value and answers the parameter that stands for it, e.g. `$3`. */
export type Bind = (value: string) => string

export function statement(write: (bind: Bind) => string): Statement {
  const values: string[] = []
  return { text: write((value) => `$${values.push(value)}`), values }
}

/** The one way a name gets into SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const identifiers = (names: Iterable<string>): string => Array.from(names, identifier).join(', ')

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
      ? testSql(condition.field, condition.test, bind)
      : `(${condition.parts.map((part) => conditionSql(part, bind)).join(` ${condition.kind} `)})`
  return condition.negated ? `not (${text})` : text
}

function testSql(field: ResolvedField, test: Test, bind: Bind): string {
  switch (test.kind) {
    case 'compare':
      return `${fieldSql(field, bind)} ${compareOperators[test.operator].sql} ${comparedSql(test, bind)}`
    case 'in':
      return `${fieldSql(field, bind)} = any (${bind(arrayText(test.values))})`
    case 'is':
      return `${fieldSql(field, bind)} is ${isWords[test.what]}`
    case 'distinct':
      return `${fieldSql(field, bind)} is distinct from ${bind(test.value)}`
    case 'search':
      return searchSql(field, test, bind)
    default:
      return test satisfies never
  }
}

function comparedSql({ operator, quantifier, value }: Extract<Test, { kind: 'compare' }>, bind: Bind): string {
  const parameter = bind(likePattern(operator, value))
  return quantifier === undefined ? parameter : `${quantifier} (${parameter})`
}

function searchSql(
  field: ResolvedField,
  { operator, language, value }: Extract<Test, { kind: 'search' }>,
  bind: Bind,
): string {
  const text = fieldSql(field, bind)
  const configuration = language === undefined ? '' : `${bind(language)}::regconfig, `
  const isVector = field.path.length === 0 && field.column.type === 'pg_catalog.tsvector'
  const searched = isVector ? text : `to_tsvector(${configuration}${text})`
  return `${searched} @@ ${searchOperators[operator]}(${configuration}${bind(value)})`
}

/** An array as PostgreSQL reads it; all elements in quotes, so that none is taken for NULL. */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

export function orderSql(order: readonly OrderTerm<ResolvedField>[], bind: Bind): string {
  if (order.length === 0) return ''
  const terms = order.map(({ field, direction, nulls }) =>
    [fieldSql(field, bind), direction, nulls && `nulls ${nulls}`].filter(Boolean).join(' '),
  )
  return ` order by ${terms.join(', ')}`
}

/** Whether more rows may be wanted than one reply holds. */
export const isCapped = ({ limit }: RowRange): boolean => limit === undefined || limit > MAX_ROWS

export function rangeSql(range: RowRange, bind: Bind): string {
  const limit = isCapped(range) ? String(MAX_ROWS) : bind(String(range.limit))
  return ` limit ${limit}${range.offset > 0 ? ` offset ${bind(String(range.offset))}` : ''}`
}

/** What to select for the reply. CSV takes each row as one array of texts, in PostgreSQL's own writing (`t`, not `true`). */
export function rowSql(media: Media, outputs: readonly Output[], columns: Iterable<Column>, bind: Bind): string {
  if (media.kind !== 'csv') return outputs.map((output) => outputSql(output, bind)).join(', ')
  const cells = csvCells(outputs, columns).map((cell) => {
    const value = valueSql(cell, bind)
    return `case when ${value} is not null then format('%s', ${value}) end`
  })
  return `array[${cells.join(', ')}]::text[] as "cells"`
}

/** The cells of a row in CSV: everything is spelled out, for the header names each column. */
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
/** Bytes of one answer at most, as JSON: a thousand rows of usual texts are a tenth of it. CSV is written by this process. */
const maxAnswerBytes = ({ kind }: Media): number => (kind === 'csv' ? 8 : 24) * MIB

/**
 * The page's rows as JSON, in the common table expression `r`: {@link answerSql} measures them before it puts them
 * together. @param row what stands for one row in JSON
 */
export const answerRowsSql = (page: string, { kind }: Media, row = 'row_to_json("p".*)'): string =>
  `"r" as materialized (select ${kind === 'csv' ? 'to_json("p"."cells")' : row} as "json" from (${page}) as "p")`

/**
 * The last part of a statement: the body of the rows in `r`, and `columns` beside it. An answer that is too long is
 * refused before it is put together, and takes a write back.
 */
export function answerSql(media: Media, columns: string, isSingle = media.kind === 'object'): string {
  const rows = media.kind !== 'csv' && media.withoutNulls ? `json_strip_nulls(json_agg("json"))` : `json_agg("json")`
  const body = isSingle && media.kind !== 'csv' ? `coalesce(${rows}->0, 'null')` : `coalesce(${rows}, '[]')`
  const most = maxAnswerBytes(media)
  const fits = `(select coalesce(sum(pg_column_size("json")), 0) <= ${most} from "r")`
  const refused = `server.refuse('UP413', 'The answer is longer than ${most} bytes', null, 'Select fewer columns or fewer rows.')`
  return `select ${body}, ${columns} from "r" where ${fits} or ${refused}`
}

/** Ends the request and takes the write back when `condition` holds. @param detail an SQL expression */
export const refusalSql = (condition: string, sqlState: string, message: string, detail: string): string =>
  `, case when ${condition} then server.refuse('${sqlState}', '${message}', ${detail}, null) end`

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

/** All rows there are, where that was asked for; where an estimate will do, as many as one more than an answer holds. */
export function totalSql({ count }: Preferences, from: string): string {
  if (count === undefined) return 'null'
  if (count === 'exact') return `(select count(*) from ${from})`
  return `(select count(*) from (select from ${from} limit ${MAX_ROWS + 1}) as "counted")`
}
