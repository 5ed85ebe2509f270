import { fail, succeed, type Result } from '../../domain/result.ts'
import type { CallerRole } from '../database/caller.ts'
import type { ChangeType } from './change.ts'
import { parseFilters, type Filter } from './filter.ts'
import type { Published, PublishedTable } from './published.ts'

/** One entry of `postgres_changes` as the client sent it: the reply has to repeat it to the letter. */
export interface BindingRequest {
  readonly event: string
  readonly schema: string
  readonly table?: string | null
  readonly filter?: string | null
}

export interface Binding {
  /** Increases with every join: a change that was matched before is older than a binding with a higher id. */
  readonly id: number
  readonly types: ReadonlySet<ChangeType>
  /** Undefined for every schema. */
  readonly schema: string | undefined
  /** Undefined for every table of the schema. */
  readonly table: string | undefined
  readonly filters: readonly Filter[]
  /** Equal for equal filters. */
  readonly filtersKey: string
}

export type BindingFailure =
  /** The role may read nothing of it: the join is refused. */
  | { readonly kind: 'unauthorized'; readonly reason: string }
  /** The join succeeds and the error is reported after it, as Supabase does. */
  | { readonly kind: 'invalid'; readonly reason: string }

const changeTypes: readonly ChangeType[] = ['INSERT', 'UPDATE', 'DELETE']

/** Parses one binding and checks that `role` may read what it covers. */
export function parseBinding(
  id: number,
  request: BindingRequest,
  published: Published,
  role: CallerRole,
): Result<Binding, BindingFailure> {
  const types = changeTypes.filter((type) => request.event === '*' || request.event.toUpperCase() === type)
  const covered = coveredTables(request, published)
  const readable = covered.filter(({ columns }) => columns.some(({ readableBy }) => readableBy.includes(role)))
  const target = `${request.schema}.${request.table ?? '*'}`
  if (readable.length === 0 && (role === 'anon' || covered.length > 0)) {
    const hint = role === 'anon' ? 'sign in first' : 'it may read none of its columns'
    return fail({ kind: 'unauthorized', reason: `Unauthorized: the role ${role} may not read ${target}: ${hint}` })
  }
  // After the role: a caller who may read nothing is refused, whatever else is wrong.
  if (types.length === 0) return invalid(`there is no event ${request.event}`)
  if (covered.length === 0) return invalid(`changes of ${target} are not published`)
  const filters = parseTableFilters(request.filter ?? '', readable, role)
  if (!filters.ok) return invalid(filters.failure)
  return succeed({
    id,
    types: new Set(types),
    schema: request.schema === '*' ? undefined : request.schema,
    table: request.table === '*' ? undefined : (request.table ?? undefined),
    filters: filters.value,
    filtersKey: JSON.stringify(filters.value.map(({ column, ...filter }) => ({ column: column.name, ...filter }))),
  })
}

const invalid = (reason: string) => fail<BindingFailure>({ kind: 'invalid', reason })

function coveredTables({ schema, table }: BindingRequest, published: Published): PublishedTable[] {
  const allTables = table === undefined || table === null || table === '*'
  return [...published.values()].filter(
    (one) => (schema === '*' || one.schema === schema) && (allTables || one.name === table),
  )
}

function parseTableFilters(
  text: string,
  [table, ...others]: readonly PublishedTable[],
  role: CallerRole,
): Result<readonly Filter[], string> {
  if (text === '') return succeed([])
  return !table || others.length > 0 ? fail('a filter needs one table') : parseFilters(text, table, role)
}
