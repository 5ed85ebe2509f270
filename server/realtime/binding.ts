import { fail, succeed, type Result } from '../../domain/result.ts'
import type { PublishedColumn, PublishedTable, Published } from './published.ts'
import { tableKey } from './published.ts'

/** What a client asks to hear of, as it said it: the answer has to repeat its very words. */
export interface BindingRequest {
  readonly event: string
  readonly schema: string
  readonly table?: string | null
  readonly filter?: string | null
}

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Binding {
  readonly id: number
  readonly types: ReadonlySet<ChangeType>
  /** Keys of the tables it covers. */
  readonly tables: ReadonlySet<string>
  readonly filters: readonly Filter[]
}

export interface Filter {
  readonly column: PublishedColumn
  readonly negated: boolean
  readonly operator: keyof typeof operators
  /** More than one only for `in`. */
  readonly values: readonly string[]
}

/** SQL of each operator over a column and a parameter. */
const operators = {
  eq: (column: string, value: string) => `${column} = ${value}`,
  neq: (column: string, value: string) => `${column} <> ${value}`,
  lt: (column: string, value: string) => `${column} < ${value}`,
  lte: (column: string, value: string) => `${column} <= ${value}`,
  gt: (column: string, value: string) => `${column} > ${value}`,
  gte: (column: string, value: string) => `${column} >= ${value}`,
  isdistinct: (column: string, value: string) => `${column} is distinct from ${value}`,
  in: (column: string, value: string) => `${column} = any (${value})`,
  like: (column: string, value: string) => `${column}::text like ${value}`,
  ilike: (column: string, value: string) => `${column}::text ilike ${value}`,
  match: (column: string, value: string) => `${column}::text ~ ${value}`,
  imatch: (column: string, value: string) => `${column}::text ~* ${value}`,
  is: (column: string, value: string) => `${column} is ${value}`,
} as const

const textual = new Set<Filter['operator']>(['like', 'ilike', 'match', 'imatch'])
const isWords = new Set(['null', 'true', 'false', 'unknown'])

const MOST_IN_VALUES = 100
const MOST_FILTERS = 20
/** Characters of one binding's filters: room for 100 uuids in `in.(…)`. */
const LONGEST_FILTERS = 8000

const everyType: readonly ChangeType[] = ['INSERT', 'UPDATE', 'DELETE']

/** What the binding covers, or in words why nothing can be heard of it. */
export function readBinding(id: number, request: BindingRequest, published: Published): Result<Binding, string> {
  const types = everyType.filter((type) => request.event === '*' || request.event.toUpperCase() === type)
  if (types.length === 0) return fail(`there is no event ${request.event}`)
  const covered = coveredBy(request, published)
  if (covered.length === 0) return fail(`no changes are told of ${request.schema}.${request.table ?? '*'}`)
  const filters = readFilters(request.filter ?? '', covered)
  if (!filters.ok) return filters
  const tables = new Set(covered.map(({ schema, name }) => tableKey(schema, name)))
  return succeed({ id, types: new Set(types), tables, filters: filters.value })
}

function coveredBy({ schema, table }: BindingRequest, published: Published): PublishedTable[] {
  const all = table === undefined || table === null || table === '*'
  return [...published.values()].filter((one) => one.schema === schema && (all || one.name === table))
}

function readFilters(text: string, tables: readonly PublishedTable[]): Result<readonly Filter[], string> {
  const [table] = tables
  if (text === '') return succeed([])
  if (tables.length !== 1 || !table) return fail('a filter needs one table')
  if (text.length > LONGEST_FILTERS) return fail(`filters longer than ${LONGEST_FILTERS} characters`)
  const parts = splitOutsideBrackets(text)
  if (parts.length > MOST_FILTERS) return fail(`more than ${MOST_FILTERS} filters`)
  const filters: Filter[] = []
  for (const part of parts) {
    const filter = readFilter(part, table)
    if (!filter.ok) return filter
    filters.push(filter.value)
  }
  return succeed(filters)
}

/** Commas part filters, but not the values of `in.(…)`. */
const splitOutsideBrackets = (text: string): string[] => text.split(/,(?![^(]*\))/)

function readFilter(text: string, table: PublishedTable): Result<Filter, string> {
  const [, name, not, operator = '', value = ''] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  const column = table.columns.find((one) => one.name === name)
  if (!column) return fail(`${table.name} has no column for the filter ${text}`)
  if (!isOperator(operator)) return fail(`the filter ${text} has no operator known here`)
  const values = operator === 'in' ? readList(value) : [value]
  if (values === undefined || values.length > MOST_IN_VALUES) return fail(`the filter ${text} wants in.(a,b)`)
  if (operator === 'is' && !isWords.has(value.toLowerCase()))
    return fail(`the filter ${text} wants null, true or false`)
  if (operator.endsWith('match') && backReference.test(value)) return fail('a pattern must not refer back')
  return succeed({ column, negated: not !== undefined, operator, values })
}

/** The tables API refuses them too: a pattern that looks back at what matched can run for ever. */
const backReference = /\\[1-9]/

const isOperator = (text: string): text is Filter['operator'] => Object.hasOwn(operators, text)

function readList(value: string): string[] | undefined {
  const [, inner] = /^\((.*)\)$/s.exec(value) ?? []
  return inner?.split(',').map((item) => item.replace(/^"(.*)"$/s, '$1'))
}

/** A condition over the columns of `row`; each value is added to `values`, and cast to its column's type. */
export function filterSql(filter: Filter, row: string, values: (string | null)[]): string {
  const { column, operator, negated } = filter
  const name = `${row}.${quote(column.name)}`
  const sql = operators[operator](name, valueSql(filter, values))
  return negated ? `not (${sql})` : `(${sql})`
}

function valueSql({ operator, column, values: given }: Filter, values: (string | null)[]): string {
  if (operator === 'is') return (given[0] ?? 'null').toLowerCase()
  values.push(operator === 'in' ? arrayText(given) : (given[0] ?? ''))
  const type = textual.has(operator) ? 'text' : column.sqlType
  return `$${values.length}::${type}${operator === 'in' ? '[]' : ''}`
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const arrayText = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

const comparedAsText = new Set(['uuid', 'text', 'varchar', 'int2', 'int4', 'int8'])

/**
 * What the keys of a changed row already say about a filter, before PostgreSQL is asked: most filters name the owner,
 * and most changes are somebody else's. Undefined when the keys do not say.
 */
export function filterByKeys(filter: Filter, keys: Readonly<Record<string, unknown>>): boolean | undefined {
  const { column, operator, values, negated } = filter
  const key = keys[column.name]
  if ((typeof key !== 'string' && typeof key !== 'number') || !comparedAsText.has(column.type)) return undefined
  if (operator !== 'eq' && operator !== 'in') return undefined
  const own = String(key)
  const isOne = values.some((value) => (column.type === 'uuid' ? value.toLowerCase() : value) === own)
  // Another spelling of the same value (`01` for 1, `{…}` around a uuid) is for PostgreSQL to see.
  if (!isOne && !values.every((value) => isPlain(column.type, value))) return undefined
  return isOne !== negated
}

function isPlain(type: string, value: string): boolean {
  if (type === 'uuid') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
  return !type.startsWith('int') || /^(0|-?[1-9]\d*)$/.test(value)
}
