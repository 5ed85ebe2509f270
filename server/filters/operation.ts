import { likePattern, validatePattern } from './patterns.ts'
import { readQuoted, Scanner } from './scanner.ts'

/** A filter behind its column: an operator and its value, for tables (`/rest/v1`) and for live changes. */
export type Operation =
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

export type CompareOperator = keyof typeof compareOperators
type SearchOperator = keyof typeof searchOperators
type IsWord = keyof typeof isWords

/** Reads an operator's value, up to the end that the surrounding grammar defines. */
export type ReadValue = (scanner: Scanner) => string

/** Reads `not.eq.1`. @returns what stands in for it after an error, which the scanner keeps */
export function readOperation(scanner: Scanner, readValue: ReadValue): { negated: boolean; operation: Operation } {
  const negated = scanner.take('not.')
  const [, name = '', argument] = scanner.match(/([a-z]+)(?:\(([\p{L}\p{N}_ ]+)\))?(?=\.)/uy) ?? []
  const read = operationReader(name, argument)
  if (read === undefined) {
    scanner.refuse('"not" or operator (eq, gt, ...)')
    return { negated, operation: { kind: 'is', what: 'null' } }
  }
  scanner.take('.')
  return { negated, operation: read(scanner, readValue) }
}

/** A value inside a list: ends at a comma or parenthesis, unless it is quoted. */
export function readListValue(scanner: Scanner): string {
  // A quote that does not close just before the end of the value is an ordinary character: `in.(c"d,"e"f)`.
  if (scanner.match(/(?="(?:[^"\\]|\\.)*"(?:[,)]|$))/sy)) return readQuoted(scanner) ?? ''
  return scanner.match(/[^,)]*/y)?.[0] ?? ''
}

type ReadOperation = (scanner: Scanner, readValue: ReadValue) => Operation

function operationReader(name: string, argument: string | undefined): ReadOperation | undefined {
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

function compareReader(operator: CompareOperator, argument: string | undefined): ReadOperation | undefined {
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
/** Patterns of `like(any).{…}` and the like. */
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
