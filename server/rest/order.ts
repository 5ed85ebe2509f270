import type { Result } from '../../domain/result.ts'
import { readField, type Field } from './field.ts'
import { readList, Scanner, type SyntaxFailure } from '../filters/scanner.ts'

export interface OrderTerm<Ordered = Field> {
  readonly field: Ordered
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

/**
 * `order=created_at.desc.nullslast,data->>rank`
 * @example
 * parseOrder('created_at.desc.nullslast')
 * // { ok: true, value: [{ field: { name: 'created_at', path: [] }, direction: 'desc', nulls: 'last' }] }
 * expect(parseOrder('created_at.down')).toMatchObject({ failure: { kind: 'bad-syntax', text: 'created_at.down' } })
 */
export function parseOrder(text: string): Result<readonly OrderTerm[], SyntaxFailure> {
  const scanner = new Scanner('order', text)
  return scanner.finish(readList(scanner, readTerm), '"asc", "desc", "nullsfirst", "nullslast", "," or end of input')
}

function readTerm(scanner: Scanner): OrderTerm {
  const field = readField(scanner)
  if (scanner.take('(')) scanner.stop({ kind: 'not-embedded', relation: field.name })
  const direction = scanner.match(/\.(asc|desc)(?![^.,\s])/y)?.[1] as OrderTerm['direction']
  const nulls = scanner.match(/\.nulls(first|last)(?![^,\s])/y)?.[1] as OrderTerm['nulls']
  return { field, direction, nulls }
}
