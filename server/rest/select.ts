import type { Result } from '../../domain/result.ts'
import { readName, readPath, type Field } from './field.ts'
import { readList, Scanner, type SyntaxFailure } from '../filters/scanner.ts'

/** One item of `select=`. */
export type SelectInput =
  | { readonly kind: 'everything' }
  | {
      readonly kind: 'field'
      readonly field: Field
      readonly alias: string | undefined
      /** A type's name as the client writes it. */
      readonly cast: string | undefined
    }

/**
 * `select=id,when:created_at::date,city:data->address->>city`. An empty text selects every column.
 * @example
 * parseSelect('when:created_at::date')
 * // { ok: true, value: [{ kind: 'field', field: { name: 'created_at', path: [] }, alias: 'when', cast: 'date' }] }
 * parseSelect('') // { ok: true, value: [{ kind: 'everything' }] }
 * parseSelect('id.sum()') // { ok: false, failure: { kind: 'aggregate' } }
 */
export function parseSelect(text: string): Result<readonly SelectInput[], SyntaxFailure> {
  const scanner = new Scanner('select parameter', text)
  const items: SelectInput[] = text === '' ? [{ kind: 'everything' }] : readList(scanner, readItem)
  return scanner.finish(items, '"->", "->>", "::", "," or end of input')
}

function readItem(scanner: Scanner): SelectInput {
  if (scanner.take('*')) return { kind: 'everything' }
  const isSpread = scanner.take('...')
  const first = readName(scanner)
  const isAlias = !isSpread && scanner.match(/:(?!:)/y) !== undefined
  const name = isAlias ? readName(scanner) : first
  refuseOtherThanColumns(scanner, name, isSpread)
  const path = readPath(scanner)
  const cast = scanner.take('::') ? readType(scanner) : undefined
  if (scanner.match(/\.(?:sum|avg|count|max|min)\(\)/y)) scanner.stop({ kind: 'aggregate' })
  return { kind: 'field', field: { name, path }, alias: isAlias ? first : undefined, cast }
}

function refuseOtherThanColumns(scanner: Scanner, name: string, isSpread: boolean): void {
  if (scanner.take('()') && name === 'count') scanner.stop({ kind: 'aggregate' })
  if (isSpread || scanner.match(/[(!]/y)) scanner.stop({ kind: 'embedding', relation: name })
}

function readType(scanner: Scanner): string {
  const name = scanner.match(/[\p{L}\p{N}_$ ]+/uy)?.[0].trim() ?? ''
  if (name === '') scanner.refuse('letter or digit')
  return name
}
