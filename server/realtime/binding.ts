import { fail, succeed, type Result } from '../../domain/result.ts'
import type { CallerRole } from '../database/caller.ts'
import { validatePattern } from '../database/patterns.ts'
import type { PublishedColumn, PublishedTable, Published } from './published.ts'

/** What a client asks to hear of, as it said it: the answer has to repeat its very words. */
export interface BindingRequest {
  readonly event: string
  readonly schema: string
  readonly table?: string | null
  readonly filter?: string | null
}

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Binding {
  /** Increases with every join: a change that was matched before is older than a binding with a higher id. */
  readonly id: number
  readonly types: ReadonlySet<ChangeType>
  /** Undefined for every schema. */
  readonly schema: string | undefined
  /** Undefined for every table of the schema. */
  readonly table: string | undefined
  readonly filters: readonly Filter[]
  /** Equal for equal filters. */
  readonly filtersKey: string
}

/** Why a binding is not accepted. */
export type BindingFailure =
  /** The role may read nothing of it: the join is refused. */
  | { readonly kind: 'unauthorized'; readonly reason: string }
  /** It makes no sense: the join succeeds and reports it, as Supabase does. */
  | { readonly kind: 'invalid'; readonly reason: string }

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

/** Parses one binding and checks that `role` may read what it covers. */
export function readBinding(
  id: number,
  request: BindingRequest,
  published: Published,
  role: CallerRole,
): Result<Binding, BindingFailure> {
  const types = everyType.filter((type) => request.event === '*' || request.event.toUpperCase() === type)
  const covered = coveredBy(request, published)
  const readable = covered.filter(({ columns }) => columns.some(({ readableBy }) => readableBy.includes(role)))
  const target = `${request.schema}.${request.table ?? '*'}`
  if (readable.length === 0 && (role === 'anon' || covered.length > 0)) {
    const hint = role === 'anon' ? 'sign in first' : 'it may read none of its columns'
    return fail({ kind: 'unauthorized', reason: `Unauthorized: the role ${role} may not read ${target}: ${hint}` })
  }
  // After the role: a caller who may read nothing is refused, whatever else is wrong.
  if (types.length === 0) return invalid(`there is no event ${request.event}`)
  if (covered.length === 0) return invalid(`no changes are told of ${target}`)
  const filters = readFilters(request.filter ?? '', readable, role)
  if (!filters.ok) return invalid(filters.failure)
  return succeed({
    id,
    types: new Set(types),
    schema: request.schema === '*' ? undefined : request.schema,
    table: request.table === '*' ? undefined : (request.table ?? undefined),
    filters: filters.value,
    filtersKey: JSON.stringify(filters.value.map(({ column, ...filter }) => ({ column: column.name, ...filter }))),
  })
}

const invalid = (reason: string) => fail<BindingFailure>({ kind: 'invalid', reason })

function coveredBy({ schema, table }: BindingRequest, published: Published): PublishedTable[] {
  const allTables = table === undefined || table === null || table === '*'
  return [...published.values()].filter(
    (one) => (schema === '*' || one.schema === schema) && (allTables || one.name === table),
  )
}

function readFilters(
  text: string,
  tables: readonly PublishedTable[],
  role: CallerRole,
): Result<readonly Filter[], string> {
  const [table] = tables
  if (text === '') return succeed([])
  if (tables.length !== 1 || !table) return fail('a filter needs one table')
  if (text.length > LONGEST_FILTERS) return fail(`filters longer than ${LONGEST_FILTERS} characters`)
  const parts = splitOutsideBrackets(text)
  if (parts.length > MOST_FILTERS) return fail(`more than ${MOST_FILTERS} filters`)
  const filters: Filter[] = []
  for (const part of parts) {
    const filter = readFilter(part, table, role)
    if (!filter.ok) return filter
    filters.push(filter.value)
  }
  return succeed(filters)
}

/**
 * Splits at commas, except before a closing bracket: those separate the values of `in.(…)`. Scans from the end, so
 * that the nearest bracket is known at each comma without looking ahead.
 */
function splitOutsideBrackets(text: string): string[] {
  const parts: string[] = []
  let isInside = false
  let end = text.length
  for (let position = text.length - 1; position >= 0; position--) {
    const character = text[position]
    if (character === ')') isInside = true
    else if (character === '(') isInside = false
    else if (character === ',' && !isInside) {
      parts.push(text.slice(position + 1, end))
      end = position
    }
  }
  parts.push(text.slice(0, end))
  return parts.reverse()
}

function readFilter(text: string, table: PublishedTable, role: CallerRole): Result<Filter, string> {
  const [, name, not, operator = '', value = ''] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? []
  const column = table.columns.find((one) => one.name === name && one.readableBy.includes(role))
  if (!column) return fail(`${table.name} has no column for the filter ${text}`)
  if (!isOperator(operator)) return fail(`the filter ${text} has no operator known here`)
  const values = operator === 'in' ? readList(value) : [value]
  if (values === undefined || values.length > MOST_IN_VALUES) return fail(`the filter ${text} wants in.(a,b)`)
  if (operator === 'is' && !isWords.has(value.toLowerCase()))
    return fail(`the filter ${text} wants null, true or false`)
  const patternError = validatePattern(operator, value)
  if (patternError !== undefined) return fail(patternError)
  return succeed({ column, negated: not !== undefined, operator, values })
}

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
  const own = comparableKey(keys[column.name])
  if (own === undefined || !comparedAsText.has(column.type)) return undefined
  if (operator !== 'eq' && operator !== 'in') return undefined
  const isOne = values.some((value) => (column.type === 'uuid' ? value.toLowerCase() : value) === own)
  // Another spelling of the same value (`01` for 1, `{…}` around a uuid) is for PostgreSQL to see.
  if (!isOne && !values.every((value) => isPlain(column.type, value))) return undefined
  return isOne !== negated
}

/** A key as text; undefined for one that JSON cannot carry exactly. */
export function comparableKey(key: unknown): string | undefined {
  if (typeof key === 'string') return key
  return Number.isSafeInteger(key) ? String(key) : undefined
}

/**
 * The column and value by which a binding can be indexed: an equality on one of the columns that every change of the
 * table carries. Undefined when there is none.
 */
export function indexableEquality(
  { filters }: Binding,
  { keys }: PublishedTable,
): { readonly column: string; readonly value: string } | undefined {
  for (const { column, operator, negated, values } of filters) {
    const [value = ''] = values
    if (operator !== 'eq' || negated || !keys.includes(column.name)) continue
    if (!comparedAsText.has(column.type) || !isPlain(column.type, value)) continue
    // Longer numbers lose digits in a change's JSON.
    if (column.type.startsWith('int') && value.length > 15) continue
    return { column: column.name, value: column.type === 'uuid' ? value.toLowerCase() : value }
  }
  return undefined
}

function isPlain(type: string, value: string): boolean {
  if (type === 'uuid') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
  return !type.startsWith('int') || /^(0|-?[1-9]\d*)$/.test(value)
}
