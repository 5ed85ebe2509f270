import type { Result } from '../../domain/result.ts'
import { readListValue, readOperation, type Operation, type ReadValue } from '../filters/operation.ts'
import { readList, Scanner, type SyntaxFailure } from '../filters/scanner.ts'
import { readField, type Field } from './field.ts'

/** A condition on the rows of a request. */
export type Condition =
  | { readonly kind: 'filter'; readonly field: Field; readonly negated: boolean; readonly operation: Operation }
  | Junction<Condition>

export interface Junction<Part> {
  readonly kind: 'and' | 'or'
  readonly negated: boolean
  readonly parts: readonly Part[]
}

const MAX_DEPTH = 10

/**
 * `column=operator.value`; the value is the rest of the text as it stands, quotes included.
 * @example
 * expect(parseFilter('rank', 'not.gte.5')).toMatchObject({
 *   value: { field: { name: 'rank' }, negated: true, operation: { kind: 'compare', operator: 'gte', value: '5' } },
 * })
 * expect(parseFilter('rank', 'between.5')).toMatchObject({ failure: { kind: 'bad-syntax', column: 8 } })
 */
export function parseFilter(key: string, value: string): Result<Condition, SyntaxFailure> {
  const keys = new Scanner('tree path', key)
  const field = readField(keys)
  if (keys.take('.')) keys.stop({ kind: 'not-embedded', relation: field.name })
  const parsedKey = keys.finish(field)
  if (!parsedKey.ok) return parsedKey
  const scanner = new Scanner('filter', value)
  return scanner.finish(readFilter(scanner, field, readRest))
}

/**
 * `or=(a.eq.1,not.and(b.gt.2,c.is.null))`, likewise `and=`, `not.or=` and `not.and=`.
 * @example
 * expect(parseLogic('or', '(rank.gt.2,text.is.null)')).toMatchObject({
 *   value: { kind: 'or', parts: [{ field: { name: 'rank' } }, { field: { name: 'text' } }] },
 * })
 */
export function parseLogic(key: string, value: string): Result<Condition, SyntaxFailure> {
  const scanner = new Scanner('logic tree', key + value)
  const junction = readJunction(scanner, 1)
  if (junction === undefined) scanner.refuse('"("')
  return scanner.finish(junction ?? noCondition)
}

/** Stands in for the junction that could not be parsed. */
const noCondition: Condition = { kind: 'and', negated: false, parts: [] }

/** How many comparisons a condition makes. */
export const countFilters = (condition: Condition): number =>
  condition.kind === 'filter' ? 1 : condition.parts.reduce((sum, part) => sum + countFilters(part), 0)

function readJunction(scanner: Scanner, depth: number): Condition | undefined {
  const junction = scanner.match(/(not\.)?(and|or)\s*\(/y)
  if (junction === undefined) return undefined
  if (depth > MAX_DEPTH) scanner.stop({ kind: 'bad-query', message: `Logic is nested deeper than ${MAX_DEPTH}` })
  const parts = readList(scanner, (inner) => readJunction(inner, depth + 1) ?? readLogicFilter(inner))
  scanner.expect(')', '"," or ")"')
  return { kind: junction[2] as 'and' | 'or', negated: junction[1] !== undefined, parts }
}

function readLogicFilter(scanner: Scanner): Condition {
  const field = readField(scanner)
  scanner.expect('.', 'delimiter (.)')
  return readFilter(scanner, field, readLogicValue)
}

const readFilter = (scanner: Scanner, field: Field, readValue: ReadValue): Condition => ({
  kind: 'filter',
  field,
  ...readOperation(scanner, readValue),
})

const readRest: ReadValue = (scanner) => scanner.match(/.*/sy)?.[0] ?? ''

/** Inside a list a value may also be an array without nested ones. */
const readLogicValue: ReadValue = (scanner) => scanner.match(/\{[^{}]*\}/y)?.[0] ?? readListValue(scanner)
