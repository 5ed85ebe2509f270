import { fail, succeed, type Result } from '../../domain/result.ts'
import type { RestFailure } from './failure.ts'
import type { SyntaxFailure } from '../filters/scanner.ts'
import { parseNames } from './field.ts'
import { countFilters, parseFilter, parseLogic, type Condition } from './filter.ts'
import { parseAccept, type Media } from './media.ts'
import { parseOrder, type OrderTerm } from './order.ts'
import { parsePayload, type Payload } from './payload.ts'
import { parsePreferences, type Preferences } from './preferences.ts'
import { first, last, parseQuery, type Parameters } from './query-string.ts'
import { parseRange, type RowRange } from './range.ts'
import { parseSelect, type SelectInput } from './select.ts'

/** A request, unparsed. */
export interface RestRequest {
  readonly method: string
  readonly resource: { readonly kind: 'table' | 'function'; readonly name: string }
  /** The query string, still encoded. */
  readonly query: string
  readonly header: (name: string) => string | undefined
  readonly body: string
}

/** A parsed request; names are not resolved yet. */
export type Intent = Terms &
  (
    | { readonly kind: 'read'; readonly table: string; readonly headOnly: boolean }
    | {
        readonly kind: 'insert'
        readonly table: string
        readonly payload: Payload
        readonly conflictColumns: readonly string[] | undefined
      }
    | { readonly kind: 'put'; readonly table: string; readonly payload: Payload }
    | { readonly kind: 'update'; readonly table: string; readonly payload: Payload }
    | { readonly kind: 'delete'; readonly table: string }
    | { readonly kind: 'call'; readonly function: string; readonly headOnly: boolean; readonly arguments: Arguments }
    | { readonly kind: 'options'; readonly resource: RestRequest['resource'] }
  )

export interface Terms {
  readonly schema: string
  /** Whether a profile header named the schema; the response then names it too. */
  readonly isSchemaNamed: boolean
  readonly media: Media
  readonly preferences: Preferences
  readonly select: readonly SelectInput[]
  /** All of them must hold. */
  readonly where: readonly Condition[]
  readonly order: readonly OrderTerm[]
  readonly range: RowRange
}

export type Arguments =
  /** A body; `payload` is a failure for JSON that is not an object, which a function with an unnamed parameter takes. */
  | { readonly kind: 'json'; readonly payload: Result<Payload, RestFailure>; readonly body: string }
  /** From a URL: each name once, with all of its values. */
  | { readonly kind: 'texts'; readonly texts: ReadonlyMap<string, readonly string[]> }

const MAX_TERMS = 100
const reserved = new Set([
  'select',
  'columns',
  'on_conflict',
  'order',
  'limit',
  'offset',
  'and',
  'or',
  'not.and',
  'not.or',
  // The API key counts in the header only; clients that repeat it in the URL do not mean a filter.
  'apikey',
])

type Parsed<Value> = Result<Value, RestFailure | SyntaxFailure>

/**
 * @param exposed the exposed schemas, the default one first
 * @example
 * import { exampleRequest } from './example.ts'
 * expect(parseRequest(exampleRequest('GET /goals?order=rank&limit=5'), ['public'])).toMatchObject({
 *   value: { kind: 'read', table: 'goals', order: [{ field: { name: 'rank' } }], range: { offset: 0, limit: 5 } },
 * })
 * parseRequest(exampleRequest('GET /goals?select=id,loops(name)'), ['public'])
 * // { ok: false, failure: { kind: 'no-relationship', parent: 'goals', child: 'loops', schema: 'public' } }
 */
export function parseRequest(request: RestRequest, exposed: readonly string[]): Result<Intent, RestFailure> {
  const intent = parseIntent(request, exposed)
  if (intent.ok) return intent
  const { failure } = intent
  if (failure.kind !== 'embedding') return fail(failure)
  // The message about a relationship needs the table's name, which is known here.
  const profile = parseProfile(request, exposed)
  const schema = profile.ok ? profile.value.schema : ''
  return fail({ kind: 'no-relationship', parent: request.resource.name, child: failure.relation, schema })
}

function parseIntent(request: RestRequest, exposed: readonly string[]): Parsed<Intent> {
  const parameters = parseQuery(request.query)
  if (!parameters.ok) return parameters
  const terms = parseTerms(request, parameters.value, exposed)
  if (!terms.ok) return terms
  return request.resource.kind === 'table'
    ? tableIntent(request, parameters.value, terms.value)
    : functionIntent(request, parameters.value, terms.value)
}

function parseTerms(request: RestRequest, parameters: Parameters, exposed: readonly string[]): Parsed<Terms> {
  const profile = parseProfile(request, exposed)
  if (!profile.ok) return profile
  const media = parseAccept(request.header('accept'))
  if (!media.ok) return media
  const preferences = parsePreferences(request.header('prefer'))
  if (preferences.handling === 'strict' && preferences.unknown.length > 0) {
    return fail({ kind: 'bad-preferences', found: preferences.unknown })
  }
  const range = parseRange({
    limit: last(parameters, 'limit'),
    offset: last(parameters, 'offset'),
    header: request.method === 'GET' ? request.header('range') : undefined,
  })
  if (!range.ok) return range
  const shape = parseShape(request, parameters)
  if (!shape.ok) return shape
  return succeed({ ...profile.value, media: media.value, preferences, range: range.value, ...shape.value })
}

function parseProfile(
  request: RestRequest,
  exposed: readonly string[],
): Parsed<Pick<Terms, 'schema' | 'isSchemaNamed'>> {
  const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
  const named = request.header(isRead ? 'accept-profile' : 'content-profile')
  if (named !== undefined && !exposed.includes(named)) return fail({ kind: 'unknown-schema', schema: named, exposed })
  return succeed({ schema: named ?? exposed[0] ?? 'public', isSchemaNamed: named !== undefined || exposed.length > 1 })
}

function parseShape(request: RestRequest, parameters: Parameters): Parsed<Pick<Terms, 'select' | 'where' | 'order'>> {
  const select = parseSelect(first(parameters, 'select') ?? '')
  if (!select.ok) return select
  const order: OrderTerm[] = []
  const where: Condition[] = []
  for (const [name, value] of parameters) {
    const term = name === 'order' ? parseOrder(value) : parseCondition(request, name, value)
    if (term === undefined) continue
    if (!term.ok) return term
    if ('kind' in term.value) where.push(term.value)
    else order.push(...term.value)
  }
  const terms = select.value.length + order.length + where.reduce((sum, part) => sum + countFilters(part), 0)
  if (terms > MAX_TERMS)
    return fail({ kind: 'bad-query', message: `The request has ${terms} terms, at most ${MAX_TERMS} are allowed` })
  return succeed({ select: select.value, where, order })
}

const logic = /^(?:not\.)?(?:and|or)$/
const embedded = /^(.+)\.(?:order|limit|offset|and|or|not\.and|not\.or)$/

function parseCondition(
  request: RestRequest,
  name: string,
  value: string,
): Result<Condition, SyntaxFailure> | undefined {
  if (logic.test(name)) return parseLogic(name, value)
  const relation = embedded.exec(name)?.[1]
  if (relation !== undefined) return fail({ kind: 'not-embedded', relation })
  if (reserved.has(name)) return undefined
  const filter = parseFilter(name, value)
  // `GET /rpc/f?limit_to=5`: a parameter that is no filter is an argument.
  return isCallByUrl(request) && !filter.ok ? undefined : filter
}

const isCallByUrl = ({ resource, method }: RestRequest) =>
  resource.kind === 'function' && (method === 'GET' || method === 'HEAD')

function tableIntent(request: RestRequest, parameters: Parameters, terms: Terms): Parsed<Intent> {
  const table = request.resource.name
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return succeed({ ...terms, kind: 'read', table, headOnly: request.method === 'HEAD' })
    case 'POST':
      return withPayload(request, parameters, (payload, conflictColumns) => ({
        ...terms,
        kind: 'insert',
        table,
        payload,
        conflictColumns,
      }))
    case 'PUT':
      return withPayload(request, [], (payload) => ({ ...terms, kind: 'put', table, payload }))
    case 'PATCH':
      return withPayload(request, parameters, (payload) => ({ ...terms, kind: 'update', table, payload }))
    case 'DELETE':
      return succeed({ ...terms, kind: 'delete', table })
    case 'OPTIONS':
      return succeed({ ...terms, kind: 'options', resource: request.resource })
    default:
      return fail({ kind: 'bad-method', method: request.method })
  }
}

function withPayload(
  request: RestRequest,
  parameters: Parameters,
  intentOf: (payload: Payload, conflictColumns: readonly string[] | undefined) => Intent,
): Parsed<Intent> {
  const columns = namesIn(parameters, 'columns')
  if (columns && !columns.ok) return columns
  const conflictColumns = namesIn(parameters, 'on_conflict')
  if (conflictColumns && !conflictColumns.ok) return conflictColumns
  const payload = parsePayload(request.body, request.header('content-type'), columns?.value)
  return payload.ok ? succeed(intentOf(payload.value, conflictColumns?.value)) : payload
}

function namesIn(parameters: Parameters, what: string) {
  const text = first(parameters, what)
  return text === undefined ? undefined : parseNames(what, text)
}

function functionIntent(request: RestRequest, parameters: Parameters, terms: Terms): Parsed<Intent> {
  const call = { ...terms, kind: 'call', function: request.resource.name, headOnly: request.method === 'HEAD' } as const
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return succeed({ ...call, arguments: { kind: 'texts', texts: argumentTexts(parameters) } })
    case 'POST': {
      const columns = namesIn(parameters, 'columns')
      if (columns && !columns.ok) return columns
      const body = request.body || '{}'
      const payload = parsePayload(body, request.header('content-type'), columns?.value)
      return succeed({ ...call, arguments: { kind: 'json', payload, body } })
    }
    case 'OPTIONS':
      return succeed({ ...terms, kind: 'options', resource: request.resource })
    default:
      return fail({ kind: 'bad-call-method', method: request.method })
  }
}

function argumentTexts(parameters: Parameters): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>()
  for (const [name, value] of parameters) {
    if (reserved.has(name) || parseFilter(name, value).ok) continue
    texts.set(name, [...(texts.get(name) ?? []), value])
  }
  return texts
}
