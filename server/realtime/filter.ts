import { fail, type Result } from '../../domain/result.ts'
import type { Caller, CallerRole } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { identifier, operationSql, type Bind } from '../filters/operation-sql.ts'
import { readOperation, type CompareOperator, type Operation, type ReadValue } from '../filters/operation.ts'
import { readQuoted, Scanner, type SyntaxFailure } from '../filters/scanner.ts'
import type { Keys } from './change.ts'
import type { PublishedColumn, PublishedTable } from './published.ts'

/** One condition of a subscription: `user_id=eq.…`. */
export interface Filter {
  readonly column: PublishedColumn
  readonly negated: boolean
  readonly operation: Operation
}

/** Comparisons that a filter of live changes may make; those of tables have more (arrays, ranges, full text). */
const operators = new Set<CompareOperator>([
  'eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'like', 'ilike', 'match', 'imatch',
]) // prettier-ignore
const patternOperators = new Set<CompareOperator>(['like', 'ilike', 'match', 'imatch'])

const MAX_IN_VALUES = 100
const MAX_FILTERS = 20
/** Characters of one binding's filters: room for 100 uuids in `in.(…)`. */
const MAX_FILTERS_LENGTH = 8000

/** Parses `user_id=eq.1,text=in.(a,"b,c")`: every filter must pass. @returns why it is invalid */
export function parseFilters(text: string, table: PublishedTable, role: CallerRole): Result<readonly Filter[], string> {
  if (text.length > MAX_FILTERS_LENGTH) return fail(`filters longer than ${MAX_FILTERS_LENGTH} characters`)
  const scanner = new Scanner('filter', text)
  const filters: (Filter | undefined)[] = []
  do {
    if (filters.length === MAX_FILTERS) return fail(`more than ${MAX_FILTERS} filters`)
    filters.push(readFilter(scanner, table, role))
  } while (scanner.take(','))
  const parsed = scanner.finish(filters.filter((filter) => filter !== undefined))
  return parsed.ok ? parsed : fail(syntaxError(parsed.failure))
}

function readFilter(scanner: Scanner, table: PublishedTable, role: CallerRole): Filter | undefined {
  const refuse = (message: string) => scanner.stop({ kind: 'bad-query', message })
  const name = scanner.match(/[^=,]+/y)?.[0]
  const column = table.columns.find((one) => one.name === name && one.readableBy.includes(role))
  if (!column) refuse(`${table.name} has no column ${name ?? ''} to filter by`)
  scanner.expect('=')
  const { negated, operation } = readOperation(scanner, readValue)
  if (!isSupported(operation)) refuse('the filter has an operator that live changes do not have')
  if (operation.kind === 'in' && operation.values.length > MAX_IN_VALUES) refuse(`more than ${MAX_IN_VALUES} values`)
  return column && { column, negated, operation }
}

const isSupported = (operation: Operation): boolean =>
  operation.kind === 'compare'
    ? operators.has(operation.operator) && operation.quantifier === undefined
    : operation.kind !== 'search'

/** A value ends at a comma, unless it is quoted or the comma is in brackets. */
const readValue: ReadValue = (scanner) => {
  if (scanner.match(/(?="(?:[^"\\]|\\.)*"(?:,|$))/sy)) return readQuoted(scanner) ?? ''
  return scanner.match(/(?:\([^()]*\)|[^,])*/y)?.[0] ?? ''
}

function syntaxError(failure: SyntaxFailure): string {
  if (failure.kind === 'bad-query') return failure.message
  if (failure.kind !== 'bad-syntax') return 'the filter cannot be parsed'
  return `unexpected ${failure.unexpected} at character ${failure.column} of the filter, expected ${failure.expected}`
}

/** The SQL of a filter over the columns of `row`. */
export function filterSql({ column, negated, operation }: Filter, row: string, bind: Bind): string {
  const name = `${row}.${identifier(column.name)}`
  const isPattern = operation.kind === 'compare' && patternOperators.has(operation.operator)
  const sql = operationSql(isPattern ? `${name}::text` : name, operation, bind)
  return negated ? `not (${sql})` : `(${sql})`
}

export interface FilterError {
  readonly message: string
  /** Whether the database was unavailable, so that trying again may help. */
  readonly isTransient: boolean
}

/** Checks that PostgreSQL accepts each filter for its column: runs it on a row of nulls, so that it reads no data. */
export async function validateFilters(
  database: Database,
  caller: Caller,
  filters: readonly Filter[],
): Promise<FilterError | undefined> {
  if (filters.length === 0) return undefined
  const values: string[] = []
  const conditions = filters.map((filter, index) => filterSql(filter, `f${index}`, (value) => `$${values.push(value)}`))
  const rows = filters.map(
    ({ column }, index) => `(select null::${column.sqlType} as ${identifier(column.name)}) as f${index}`,
  )
  const statement = { text: `select ${conditions.join(', ')} from ${rows.join(', ')}`, values }
  const result = await database.asCaller(caller, statement, { access: 'read' })
  return result.ok ? undefined : { message: result.failure.message, isTransient: result.failure.kind !== 'postgres' }
}

const comparableTypes = new Set(['uuid', 'text', 'varchar', 'int2', 'int4', 'int8'])

/**
 * Whether the keys of a changed row pass a filter, without a query: most filters name the owner, and most changes are
 * another user's. Undefined when the keys do not decide it.
 */
export function filterByKeys({ column, negated, operation }: Filter, keys: Keys): boolean | undefined {
  const key = comparableKey(keys[column.name])
  const values = equalValues(operation)
  if (key === undefined || values === undefined || !comparableTypes.has(column.type)) return undefined
  const isOne = values.some((value) => (column.type === 'uuid' ? value.toLowerCase() : value) === key)
  // Only PostgreSQL knows other spellings of the same value (`01` for 1, `{…}` around a uuid).
  if (!isOne && !values.every((value) => isCanonical(column.type, value))) return undefined
  return isOne !== negated
}

/** The values of `eq` and `in`; undefined for other operators. */
function equalValues(operation: Operation): readonly string[] | undefined {
  if (operation.kind === 'in') return operation.values
  return operation.kind === 'compare' && operation.operator === 'eq' ? [operation.value] : undefined
}

/** A key as text; undefined for one that JSON cannot carry exactly. */
export function comparableKey(key: unknown): string | undefined {
  if (typeof key === 'string') return key
  return Number.isSafeInteger(key) ? String(key) : undefined
}

/**
 * The column and value by which a subscription is indexed: an equality on one of the columns that every change of the
 * table carries. Undefined when there is none.
 */
export function indexableEquality(
  filters: readonly Filter[],
  { keys }: PublishedTable,
): { readonly column: string; readonly value: string } | undefined {
  for (const { column, negated, operation } of filters) {
    if (operation.kind !== 'compare' || operation.operator !== 'eq' || negated) continue
    const { value } = operation
    if (!keys.includes(column.name) || !comparableTypes.has(column.type) || !isCanonical(column.type, value)) continue
    // Longer numbers lose digits in a change's JSON.
    if (column.type.startsWith('int') && value.length > 15) continue
    return { column: column.name, value: column.type === 'uuid' ? value.toLowerCase() : value }
  }
  return undefined
}

function isCanonical(type: string, value: string): boolean {
  if (type === 'uuid') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
  return !type.startsWith('int') || /^(0|-?[1-9]\d*)$/.test(value)
}
