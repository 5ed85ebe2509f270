import { compareOperators, isWords, searchOperators, type Operation } from './operation.ts'
import { likePattern } from './patterns.ts'

/** Takes a value and returns its parameter, e.g. `$3`. */
export type Bind = (value: string) => string

/**
 * The one way an identifier gets into SQL.
 * @example
 * identifier('a"b') // '"a""b"'
 */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * An array as PostgreSQL reads it; every element is quoted, so that none is taken for NULL.
 * https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 * @example
 * arrayText(['a"b', 'NULL']) // '{"a\\"b","NULL"}'
 */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/**
 * The condition of one operation.
 * @param isVector whether the column is a `tsvector`
 * @example
 * operationSql('"rank"', { kind: 'in', values: ['1', '2'] }, (value) => `<${value}>`) // '"rank" = any (<{"1","2"}>)'
 * operationSql('"text"', { kind: 'is', what: 'null' }, (value) => value) // '"text" is null'
 */
export function operationSql(column: string, operation: Operation, bind: Bind, isVector = false): string {
  switch (operation.kind) {
    case 'compare':
      return `${column} ${compareOperators[operation.operator].sql} ${comparedSql(operation, bind)}`
    case 'in':
      return `${column} = any (${bind(arrayText(operation.values))})`
    case 'is':
      return `${column} is ${isWords[operation.what]}`
    case 'distinct':
      return `${column} is distinct from ${bind(operation.value)}`
    case 'search':
      return searchSql(column, operation, bind, isVector)
    default:
      return operation satisfies never
  }
}

function comparedSql({ operator, quantifier, value }: Extract<Operation, { kind: 'compare' }>, bind: Bind): string {
  const parameter = bind(likePattern(operator, value))
  return quantifier === undefined ? parameter : `${quantifier} (${parameter})`
}

function searchSql(
  column: string,
  { operator, language, value }: Extract<Operation, { kind: 'search' }>,
  bind: Bind,
  isVector: boolean,
): string {
  const configuration = language === undefined ? '' : `${bind(language)}::regconfig, `
  const searched = isVector ? column : `to_tsvector(${configuration}${column})`
  return `${searched} @@ ${searchOperators[operator]}(${configuration}${bind(value)})`
}
