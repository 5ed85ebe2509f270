import type { Result } from '../../domain/result.ts'
import { readList, readQuoted, Scanner, type SyntaxFailure } from '../filters/scanner.ts'

/** One step of a JSON path: `->` returns JSON, `->>` text. */
export interface Step {
  readonly arrow: '->' | '->>'
  readonly key: string
  readonly isIndex: boolean
}

/** A column with an optional JSON path: `data->address->>city`. */
export interface Field {
  readonly name: string
  readonly path: readonly Step[]
}

// A dash is part of a name unless it starts an arrow; spaces may be inside a name only.
const plainName = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy
const plainKey = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy
const arrayIndex = /-?\d+(?=->|::|[.,)]|$)/y

export function readName(scanner: Scanner): string {
  const name = readQuoted(scanner) ?? scanner.match(plainName)?.[0].trim() ?? ''
  if (name === '') scanner.refuse('field name (* or [a..z0..9_$])')
  return name
}

export function readPath(scanner: Scanner): Step[] {
  const steps: Step[] = []
  for (let arrow = scanner.match(/->>?/y); arrow !== undefined; arrow = scanner.match(/->>?/y)) {
    steps.push(readStep(scanner, arrow[0] as Step['arrow']))
  }
  return steps
}

function readStep(scanner: Scanner, arrow: Step['arrow']): Step {
  const index = scanner.match(arrayIndex)
  if (index !== undefined) return { arrow, key: index[0], isIndex: true }
  const key = readQuoted(scanner) ?? scanner.match(plainKey)?.[0].trim()
  if (key === undefined) scanner.refuse('any non reserved character different from: .,>()')
  return { arrow, key: key ?? '', isIndex: false }
}

/**
 * @example
 * import { Scanner } from '../filters/scanner.ts'
 * readField(new Scanner('field', 'data->tags->>0'))
 * // { name: 'data', path: [{ arrow: '->', key: 'tags', isIndex: false }, { arrow: '->>', key: '0', isIndex: true }] }
 */
export function readField(scanner: Scanner): Field {
  const name = readName(scanner)
  return { name, path: readPath(scanner) }
}

/**
 * Parses the names of `columns=` and `on_conflict=`.
 * @example
 * parseNames('columns', 'id,text,id') // { ok: true, value: ['id', 'text'] }
 */
export function parseNames(what: string, text: string): Result<readonly string[], SyntaxFailure> {
  const scanner = new Scanner(`${what} parameter`, text)
  const names = readList(scanner, readName)
  return scanner.finish([...new Set(names)], '"," or end of input')
}
