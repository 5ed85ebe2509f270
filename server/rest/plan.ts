import { fail, succeed, type Result } from '../../domain/result.ts'
import { nameKey, type Catalogue, type Column, type Routine, type Table } from './catalogue.ts'
import { chooseFunction, functionLabel, type CallArguments } from './choose-function.ts'
import type { RestFailure } from './failure.ts'
import type { Media } from './media.ts'
import { nearest } from './nearest.ts'
import type { Intent } from './parse.ts'
import type { Preferences } from './preferences.ts'
import type { RowRange } from './range.ts'
import { resolveShape, type Shape } from './shape.ts'

/** A request whose names are resolved against the catalogue. */
export type Plan = DataPlan | OptionsPlan
export type DataPlan = ReadPlan | InsertPlan | UpdatePlan | DeletePlan | CallPlan

interface Common extends Shape {
  readonly media: Media
  readonly preferences: Preferences
  /** The schema to name in the response. */
  readonly namedSchema: string | undefined
}

export interface ReadPlan extends Common {
  readonly kind: 'read'
  readonly table: Table
  readonly range: RowRange
  readonly headOnly: boolean
}

export interface WriteSource {
  /** A JSON array of objects. */
  readonly json: string
  readonly columns: readonly Column[]
  /** The value of a key that an object lacks. */
  readonly missing: 'null' | 'default'
}

export interface InsertPlan extends Common {
  /** `put` writes the one row that the filters, on the primary key, name. */
  readonly kind: 'insert' | 'put'
  readonly table: Table
  readonly source: WriteSource
  readonly onConflict: { readonly columns: readonly string[]; readonly action: 'merge' | 'ignore' } | undefined
}

export interface UpdatePlan extends Common {
  readonly kind: 'update'
  readonly table: Table
  readonly source: WriteSource
}

export interface DeletePlan extends Common {
  readonly kind: 'delete'
  readonly table: Table
}

export interface CallPlan extends Common {
  readonly kind: 'call'
  readonly routine: Routine
  readonly arguments: CallArguments
  readonly access: 'read' | 'write'
  readonly range: RowRange
  readonly headOnly: boolean
}

export interface OptionsPlan {
  readonly kind: 'options'
  readonly allow: string
}

type Planned = Result<Plan, RestFailure>
type IntentOf<Kind extends Intent['kind']> = Extract<Intent, { kind: Kind }>

/**
 * @example
 * import { exampleCatalogue, validIntent } from './example.ts'
 * expect(planRequest(validIntent('GET /goals?rank=gt.5'), exampleCatalogue)).toMatchObject({
 *   value: { kind: 'read', table: { name: 'goals' }, where: [{ field: { column: { type: 'pg_catalog.int4' } } }] },
 * })
 * planRequest(validIntent('DELETE /goals'), exampleCatalogue)
 * // { ok: false, failure: { kind: 'no-filter', statement: 'DELETE' } }
 * expect(planRequest(validIntent('GET /rpc/ad?a=2'), exampleCatalogue)).toMatchObject({
 *   failure: { kind: 'unknown-function', meant: 'public.add(a, b)' },
 * })
 */
export function planRequest(intent: Intent, catalogue: Catalogue): Planned {
  switch (intent.kind) {
    case 'read':
      return onTable(intent, catalogue, (table, common) =>
        succeed({ ...common, kind: 'read', table, range: intent.range, headOnly: intent.headOnly }),
      )
    case 'insert':
      return onTable(intent, catalogue, (table, common) => planInsert(intent, table, common))
    case 'put':
      return onTable(intent, catalogue, (table, common) => planPut(intent, table, common))
    case 'update':
      return onTable(intent, catalogue, (table, common) => planUpdate(intent, table, common))
    case 'delete':
      return onTable(intent, catalogue, (table, common) =>
        common.where.length === 0
          ? fail({ kind: 'no-filter', statement: 'DELETE' })
          : succeed({ ...common, kind: 'delete', table }),
      )
    case 'call':
      return planCall(intent, catalogue)
    case 'options':
      return planOptions(intent, catalogue)
    default:
      return intent satisfies never
  }
}

function onTable(
  intent: Exclude<Intent, { kind: 'call' | 'options' }>,
  catalogue: Catalogue,
  planOn: (table: Table, common: Common) => Planned,
): Planned {
  const table = findTable(catalogue, intent.schema, intent.table)
  if (!table.ok) return table
  const shape = resolveShape(intent, table.value, catalogue)
  return shape.ok ? planOn(table.value, commonOf(intent, shape.value)) : shape
}

function findTable(catalogue: Catalogue, schema: string, name: string): Result<Table, RestFailure> {
  const table = catalogue.tables.get(nameKey(schema, name))
  if (table) return succeed(table)
  const names = [...catalogue.tables.values()].flatMap((other) => (other.schema === schema ? [other.name] : []))
  const meant = nearest(name, names)
  return fail({ kind: 'unknown-table', schema, table: name, ...(meant !== undefined && { meant }) })
}

const commonOf = (intent: Intent, shape: Shape): Common => ({
  ...shape,
  media: intent.media,
  preferences: intent.preferences,
  namedSchema: intent.isSchemaNamed ? intent.schema : undefined,
})

function planInsert(intent: IntentOf<'insert'>, table: Table, common: Common): Planned {
  const source = sourceOf(intent, table)
  if (!source.ok) return source
  const columns = intent.conflictColumns ?? table.primaryKey
  const unknown = columns.find((column) => !table.columns.has(column))
  if (unknown !== undefined) return fail({ kind: 'unknown-column', table: table.name, column: unknown })
  const action = intent.preferences.resolution === 'merge-duplicates' ? 'merge' : 'ignore'
  const isUpsert = intent.preferences.resolution !== undefined && columns.length > 0
  return succeed({
    ...common,
    kind: 'insert',
    table,
    source: source.value,
    onConflict: isUpsert ? { columns, action } : undefined,
  })
}

function planPut(intent: IntentOf<'put'>, table: Table, common: Common): Planned {
  if (intent.range.offset > 0 || intent.range.limit !== undefined) return fail({ kind: 'put-with-range' })
  if (!isPrimaryKeyFilter(intent, table)) return fail({ kind: 'bad-put-filter' })
  const source = sourceOf(intent, table)
  if (!source.ok) return source
  const keyIsGiven = table.primaryKey.every((key) => intent.payload.keys.includes(key))
  if (!keyIsGiven) return fail({ kind: 'put-key-mismatch' })
  const onConflict = { columns: table.primaryKey, action: 'merge' } as const
  return succeed({ ...common, kind: 'put', table, source: source.value, onConflict })
}

function isPrimaryKeyFilter({ where }: IntentOf<'put'>, { primaryKey }: Table): boolean {
  const filtered = where.map((part) =>
    part.kind === 'filter' && !part.negated && part.operation.kind === 'compare' && part.operation.operator === 'eq'
      ? part.field.name
      : undefined,
  )
  return (
    primaryKey.length > 0 && filtered.length === primaryKey.length && primaryKey.every((key) => filtered.includes(key))
  )
}

function planUpdate(intent: IntentOf<'update'>, table: Table, common: Common): Planned {
  if (common.where.length === 0) return fail({ kind: 'no-filter', statement: 'UPDATE' })
  if (intent.payload.rows > 1) return fail({ kind: 'bad-body', message: 'An update takes one object' })
  // An empty list sets nothing, even where `columns` names keys.
  const payload = intent.payload.rows === 1 ? intent.payload : { ...intent.payload, keys: [] }
  const source = sourceOf({ ...intent, payload }, table)
  return source.ok ? succeed({ ...common, kind: 'update', table, source: source.value }) : source
}

function sourceOf({ payload, preferences }: IntentOf<'insert' | 'put' | 'update'>, table: Table) {
  const columns: Column[] = []
  for (const key of payload.keys) {
    const column = table.columns.get(key)
    if (!column) return fail({ kind: 'unknown-payload-column', table: table.name, column: key } as const)
    columns.push(column)
  }
  return succeed({ json: payload.text, columns, missing: preferences.missing ?? 'null' } as const)
}

function planCall(intent: IntentOf<'call'>, catalogue: Catalogue): Planned {
  const found = chooseFunction(intent, catalogue)
  if (!found.ok) return found
  const { routine, arguments: given } = found.value
  if (given.kind === 'json' && given.payload.rows !== 1) {
    return fail({ kind: 'bad-body', message: 'A function call takes one object' })
  }
  const { handling, 'max-affected': maxAffected } = intent.preferences
  if (handling === 'strict' && maxAffected !== undefined && !routine.isSet)
    return fail({ kind: 'max-affected-needs-set' })
  const shape = resolveShape(intent, routine, catalogue)
  if (!shape.ok) return shape
  const access = intent.arguments.kind === 'texts' || !routine.isVolatile ? 'read' : 'write'
  const { range, headOnly } = intent
  return succeed({
    ...commonOf(intent, shape.value),
    kind: 'call',
    routine,
    arguments: given,
    access,
    range,
    headOnly,
  })
}

function planOptions({ resource, schema }: IntentOf<'options'>, catalogue: Catalogue): Planned {
  if (resource.kind === 'function') {
    const candidates = catalogue.functions.get(nameKey(schema, resource.name)) ?? []
    const [only] = candidates
    if (!only) return fail({ kind: 'unknown-function', schema, name: resource.name, parameters: [] })
    if (candidates.length > 1) return fail({ kind: 'ambiguous-function', candidates: candidates.map(functionLabel) })
    return succeed({ kind: 'options', allow: only.isVolatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST' })
  }
  const table = findTable(catalogue, schema, resource.name)
  return table.ok ? succeed({ kind: 'options', allow: allowedMethods(table.value) }) : table
}

function allowedMethods({ canInsert, canUpdate, canDelete, primaryKey }: Table): string {
  const allowed = ['OPTIONS,GET,HEAD']
  if (canInsert) allowed.push('POST')
  if (canInsert && canUpdate && primaryKey.length > 0) allowed.push('PUT')
  if (canUpdate) allowed.push('PATCH')
  if (canDelete) allowed.push('DELETE')
  return allowed.join(',')
}
