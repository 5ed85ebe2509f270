import { fail, succeed, type Result } from '../../domain/result.ts'
import { isAllowedCast } from './casts.ts'
import type { Catalogue, Column } from './catalogue.ts'
import type { RestFailure } from './failure.ts'
import type { Field, Step } from './field.ts'
import type { Operation } from '../filters/operation.ts'
import type { Condition, Junction } from './filter.ts'
import type { OrderTerm } from './order.ts'
import type { Terms } from './parse.ts'

/** How often one column, or parts of one JSON value, may be selected: each repeat makes the row longer. */
const MAX_REPEATS = { column: 3, part: 20 } as const

/** Conditions, order and select list: the part that all plans share. */
export interface Shape {
  readonly outputs: readonly Output[]
  readonly where: readonly ResolvedCondition[]
  readonly order: readonly OrderTerm<ResolvedField>[]
}

export interface ResolvedField {
  readonly column: Column
  readonly path: readonly Step[]
}

export type Output = { readonly kind: 'everything' } | FieldOutput

export interface FieldOutput {
  readonly kind: 'field'
  readonly field: ResolvedField
  /** A type as written in SQL. */
  readonly cast: string | undefined
  readonly name: string
}

export type ResolvedCondition =
  | { readonly kind: 'filter'; readonly field: ResolvedField; readonly negated: boolean; readonly operation: Operation }
  | Junction<ResolvedCondition>

/** A table, or a function that returns rows. */
interface Rows {
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
}

/**
 * @example
 * import { exampleCatalogue, validIntent } from './example.ts'
 * const [goals] = exampleCatalogue.tables.values()
 * resolveShape(validIntent('GET /goals?select=gone'), goals!, exampleCatalogue)
 * // { ok: false, failure: { kind: 'unknown-column', table: 'goals', column: 'gone' } }
 */
export function resolveShape(terms: Terms, rows: Rows, catalogue: Catalogue): Result<Shape, RestFailure> {
  const resolver = new Resolver(rows, catalogue)
  const shape = {
    outputs: terms.select.map((item) => (item.kind === 'everything' ? item : resolver.output(item))),
    where: terms.where.map((condition) => resolver.condition(condition)),
    order: terms.order.map((term) => ({ ...term, field: resolver.field(term.field) })),
  }
  const failure = resolver.failure ?? excessiveRepeat(shape.outputs)
  return failure === undefined ? succeed(shape) : fail(failure)
}

function excessiveRepeat(outputs: readonly Output[]): RestFailure | undefined {
  const counts = { column: new Map<string, number>(), part: new Map<string, number>() }
  for (const output of outputs) {
    const name = output.kind === 'everything' ? '*' : output.field.column.name
    // A column that is not JSON has only one part, the whole value.
    const kind = output.kind === 'field' && output.field.path.length > 0 && isJson(output.field.column.type) ? 'part' : 'column' // prettier-ignore
    const count = (counts[kind].get(name) ?? 0) + 1
    if (count > MAX_REPEATS[kind]) {
      return { kind: 'bad-query', message: `${name} is selected more than ${MAX_REPEATS[kind]} times` }
    }
    counts[kind].set(name, count)
  }
  return undefined
}

type WantedField = Extract<Terms['select'][number], { kind: 'field' }>

/** Resolves names against the catalogue and keeps the first failure; results after a failure are not used. */
class Resolver {
  readonly #rows: Rows
  readonly #types: ReadonlyMap<string, string>
  failure: RestFailure | undefined

  constructor(rows: Rows, { types }: Catalogue) {
    this.#rows = rows
    this.#types = types
  }

  field({ name, path }: Field): ResolvedField {
    const column = this.#rows.columns.get(name)
    if (!column) this.failure ??= { kind: 'unknown-column', table: this.#rows.name, column: name }
    return { column: column ?? { name, type: '', isNumber: false, default: null }, path }
  }

  condition(condition: Condition): ResolvedCondition {
    return condition.kind === 'filter'
      ? { ...condition, field: this.field(condition.field) }
      : { ...condition, parts: condition.parts.map((part) => this.condition(part)) }
  }

  output({ field, alias, cast }: WantedField): Output {
    const resolved = this.field(field)
    const type = cast === undefined ? undefined : this.#types.get(cast.toLowerCase())
    if (cast !== undefined && !type) this.failure ??= { kind: 'unknown-type', type: cast }
    const from = typeOf(resolved)
    if (type && !isAllowedCast(from, type)) this.failure ??= { kind: 'refused-cast', from, to: type }
    return { kind: 'field', field: resolved, cast: type, name: alias ?? outputName(field) }
  }
}

/** The SQL type of a field: text for `->>`; for `->` the column's JSON type, or jsonb for other columns. */
function typeOf({ column, path }: ResolvedField): string {
  const last = path.at(-1)
  if (last === undefined) return column.type
  if (last.arrow === '->>') return 'pg_catalog.text'
  return column.type === 'pg_catalog.json' ? column.type : 'pg_catalog.jsonb'
}

export const isJson = (type: string): boolean => type === 'pg_catalog.json' || type === 'pg_catalog.jsonb'

/** A JSON path is named after its last key; an index has no name. */
const outputName = ({ name, path }: Field): string => path.findLast((step) => !step.isIndex)?.key ?? name
