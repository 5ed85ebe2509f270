import type { Result } from '../../domain/result.ts'
import { validatePattern } from '../database/patterns.ts'
import type { SyntaxFailure } from './failure.ts'
import { readField, type Field } from './field.ts'
import { readList, readQuoted, Scanner } from './scanner.ts'

/** What a row must satisfy. */
export type Condition =
  | { readonly kind: 'filter'; readonly field: Field; readonly negated: boolean; readonly test: Test }
  | Junction<Condition>

export interface Junction<Part> {
  readonly kind: 'and' | 'or'
  readonly negated: boolean
  readonly parts: readonly Part[]
}

export type Test =
  | {
      readonly kind: 'compare'
      readonly operator: CompareOperator
      readonly quantifier: 'any' | 'all' | undefined
      readonly value: string
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly what: IsWord }
  | { readonly kind: 'distinct'; readonly value: string }
  | {
      readonly kind: 'search'
      readonly operator: SearchOperator
      readonly language: string | undefined
      readonly value: string
    }

/** How each operator is written in SQL, and whether it takes `(any)` and `(all)`. */
export const compareOperators = {
  eq: { sql: '=', quantified: true },
  neq: { sql: '<>', quantified: false },
  gt: { sql: '>', quantified: true },
  gte: { sql: '>=', quantified: true },
  lt: { sql: '<', quantified: true },
  lte: { sql: '<=', quantified: true },
  like: { sql: 'like', quantified: true },
  ilike: { sql: 'ilike', quantified: true },
  match: { sql: '~', quantified: true },
  imatch: { sql: '~*', quantified: true },
  cs: { sql: '@>', quantified: false },
  cd: { sql: '<@', quantified: false },
  ov: { sql: '&&', quantified: false },
  sl: { sql: '<<', quantified: false },
  sr: { sql: '>>', quantified: false },
  nxr: { sql: '&<', quantified: false },
  nxl: { sql: '&>', quantified: false },
  adj: { sql: '-|-', quantified: false },
} as const

export const searchOperators = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

export const isWords = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const

type CompareOperator = keyof typeof compareOperators
type SearchOperator = keyof typeof searchOperators
type IsWord = keyof typeof isWords

const MAX_DEPTH = 10

/** `column=operator.value`; the value goes to the end of the text and is taken as it is. */
export function parseFilter(key: string, value: string): Result<Condition, SyntaxFailure> {
  const keys = new Scanner('tree path', key)
  const field = readField(keys)
  if (keys.take('.')) keys.stop({ kind: 'not-embedded', relation: field.name })
  const parsedKey = keys.finish(field)
  if (!parsedKey.ok) return parsedKey
  const scanner = new Scanner('filter', value)
  return scanner.finish(readTest(scanner, field, readRest))
}

/** `or=(a.eq.1,not.and(b.gt.2,c.is.null))`, likewise `and=`, `not.or=` and `not.and=`. */
export function parseLogic(key: string, value: string): Result<Condition, SyntaxFailure> {
  const scanner = new Scanner('logic tree', key + value)
  const junction = readJunction(scanner, 1)
  if (junction === undefined) scanner.refuse('"("')
  return scanner.finish(junction ?? nothing)
}

/** Stands where reading has failed. */
const nothing: Condition = { kind: 'and', negated: false, parts: [] }

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
  return readTest(scanner, field, readLogicValue)
}

type ReadValue = (scanner: Scanner) => string

const readRest: ReadValue = (scanner) => scanner.match(/.*/sy)?.[0] ?? ''

/** Inside a list a value ends at a comma or parenthesis, unless it is in quotes or is an array without nested ones. */
const readLogicValue: ReadValue = (scanner) => scanner.match(/\{[^{}]*\}/y)?.[0] ?? readListValue(scanner)

function readListValue(scanner: Scanner): string {
  // A quote that does not close just before the end of the value is an ordinary character: `in.(c"d,"e"f)`.
  if (scanner.match(/(?="(?:[^"\\]|\\.)*"(?:[,)]|$))/sy)) return readQuoted(scanner) ?? ''
  return scanner.match(/[^,)]*/y)?.[0] ?? ''
}

function readTest(scanner: Scanner, field: Field, readValue: ReadValue): Condition {
  const negated = scanner.take('not.')
  return { kind: 'filter', field, negated, test: readOperation(scanner, readValue) }
}

function readOperation(scanner: Scanner, readValue: ReadValue): Test {
  const [, name = '', argument] = scanner.match(/([a-z]+)(?:\(([\p{L}\p{N}_ ]+)\))?(?=\.)/uy) ?? []
  const test = operationReader(name, argument)
  if (test === undefined) {
    scanner.refuse('"not" or operator (eq, gt, ...)')
    return { kind: 'is', what: 'null' }
  }
  scanner.take('.')
  return test(scanner, readValue)
}

type ReadTest = (scanner: Scanner, readValue: ReadValue) => Test

function operationReader(name: string, argument: string | undefined): ReadTest | undefined {
  if (Object.hasOwn(compareOperators, name)) return compareReader(name as CompareOperator, argument)
  if (Object.hasOwn(searchOperators, name)) {
    const operator = name as SearchOperator
    return (scanner, readValue) => ({ kind: 'search', operator, language: argument, value: readValue(scanner) })
  }
  if (argument !== undefined) return undefined
  if (name === 'in') return (scanner) => ({ kind: 'in', values: readValues(scanner) })
  if (name === 'is') return (scanner) => ({ kind: 'is', what: readIsWord(scanner) })
  if (name === 'isdistinct') return (scanner, readValue) => ({ kind: 'distinct', value: readValue(scanner) })
  return undefined
}

function compareReader(operator: CompareOperator, argument: string | undefined): ReadTest | undefined {
  const quantifier = argument === 'any' || argument === 'all' ? argument : undefined
  if (argument !== quantifier || (quantifier && !compareOperators[operator].quantified)) return undefined
  return (scanner, readValue) => {
    const value = readValue(scanner)
    const error = validateValue(operator, quantifier, value)
    if (error !== undefined) scanner.stop({ kind: 'bad-query', message: error })
    return { kind: 'compare', operator, quantifier, value }
  }
}

const patternOperators = new Set<CompareOperator>(['like', 'ilike', 'match', 'imatch'])
/** Patterns in `like(any).{…}` and its kind. */
const MAX_PATTERNS = 10
/** One element of an array without nested ones, in quotes or not. */
const arrayElement = /"(?:[^"\\]|\\.)*"|(?:[^",{}\\]|\\.)*/sy

function validateValue(
  operator: CompareOperator,
  quantifier: 'any' | 'all' | undefined,
  value: string,
): string | undefined {
  if (!patternOperators.has(operator)) return undefined
  const patterns = quantifier === undefined ? [value] : arrayElements(value)
  if (patterns === undefined) return 'Patterns with (any) or (all) are written {a,b}'
  if (patterns.length > MAX_PATTERNS) return `At most ${MAX_PATTERNS} patterns can be given at once`
  for (const pattern of patterns) {
    const error = validatePattern(operator, likePattern(operator, pattern))
    if (error !== undefined) return error
  }
  return undefined
}

/** The elements of `{a,"b"}` as PostgreSQL reads them. */
function arrayElements(text: string): readonly string[] | undefined {
  const scanner = new Scanner('array', text)
  scanner.expect('{')
  const elements: string[] = []
  do {
    const element = scanner.match(arrayElement)?.[0] ?? ''
    const content = element.startsWith('"') ? element.slice(1, -1) : element
    elements.push(content.replace(/\\(.)/gs, '$1'))
  } while (scanner.take(','))
  scanner.expect('}')
  const all = scanner.finish(elements)
  return all.ok ? all.value : undefined
}

/** In a URL `%` has to be encoded, so `*` stands for it. */
export const likePattern = (operator: string, value: string): string =>
  operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value

function readValues(scanner: Scanner): readonly string[] {
  scanner.match(/\s*/y)
  scanner.expect('(')
  if (scanner.match(/\)\s*/y)) return []
  const values = [readListValue(scanner)]
  while (scanner.take(',')) values.push(readListValue(scanner))
  if (!scanner.match(/\s*\)\s*/y)) scanner.refuse('"," or ")"')
  return values
}

function readIsWord(scanner: Scanner): IsWord {
  const word = scanner.match(/(?:not_null|null|true|false|unknown)(?=\s*(?:[,)]|$))/iy)?.[0].toLowerCase()
  if (word === undefined) scanner.refuse('isVal: (null, not_null, true, false, unknown)')
  return (word ?? 'null') as IsWord
}
