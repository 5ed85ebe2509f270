import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Catalogue, Column } from './catalogue.ts'
import type { RestFailure } from './failure.ts'
import type { Field, Step } from './field.ts'
import type { Condition, Junction, Test } from './filter.ts'
import type { OrderTerm } from './order.ts'
import type { Terms } from './parse.ts'

/** Which rows, in which order, and what of them: the part of a plan that all kinds of requests share. */
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
  | { readonly kind: 'filter'; readonly field: ResolvedField; readonly negated: boolean; readonly test: Test }
  | Junction<ResolvedCondition>

/** A table, or a function that returns rows. */
interface Rows {
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
}

export function resolveShape(terms: Terms, rows: Rows, catalogue: Catalogue): Result<Shape, RestFailure> {
  const resolver = new Resolver(rows, catalogue)
  const shape = {
    outputs: terms.select.map((item) => (item.kind === 'everything' ? item : resolver.output(item))),
    where: terms.where.map((condition) => resolver.condition(condition)),
    order: terms.order.map((term) => ({ ...term, field: resolver.field(term.field) })),
  }
  return resolver.failure === undefined ? succeed(shape) : fail(resolver.failure)
}

type WantedField = Extract<Terms['select'][number], { kind: 'field' }>

/** Finds names in the catalogue and keeps the first failure; what it returns after one is not used. */
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
    const type = cast === undefined ? undefined : this.#types.get(cast.toLowerCase())
    if (cast !== undefined && !type) this.failure ??= { kind: 'unknown-type', type: cast }
    return { kind: 'field', field: this.field(field), cast: type, name: alias ?? outputName(field) }
  }
}

/** A JSON path is named by its last key; an index has no name of its own. */
const outputName = ({ name, path }: Field): string => path.findLast((step) => !step.isIndex)?.key ?? name
