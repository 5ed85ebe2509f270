import { fail, succeed, type Result } from '../../domain/result.ts'
import { nameKey, type Catalogue, type Routine } from './catalogue.ts'
import type { RestFailure } from './failure.ts'
import { isDeeperThan, MAX_JSON_DEPTH } from '../http/json-depth.ts'
import { parseJson } from './json.ts'
import { nearest } from './nearest.ts'
import type { Arguments, Intent } from './parse.ts'
import type { Payload } from './payload.ts'

/** The arguments of a call: named values, or the whole body for a function's unnamed parameter. */
export type CallArguments =
  | { readonly kind: 'json'; readonly payload: Payload }
  | { readonly kind: 'body'; readonly body: string }
  | Extract<Arguments, { kind: 'texts' }>

type CallIntent = Extract<Intent, { kind: 'call' }>

interface Call {
  readonly routine: Routine
  readonly arguments: CallArguments
}

/**
 * Overload resolution: the one function of that name with exactly these parameters, those with defaults being optional;
 * otherwise the one whose single unnamed parameter takes the whole body.
 * @example
 * import { exampleCatalogue, validIntent } from './example.ts'
 * const call = validIntent('GET /rpc/add?a=2')
 * if (call.kind === 'call')
 *   expect(chooseFunction(call, exampleCatalogue)).toMatchObject({ value: { routine: { name: 'add' } } })
 */
export function chooseFunction(intent: CallIntent, catalogue: Catalogue): Result<Call, RestFailure> {
  const { schema, function: name, arguments: given } = intent
  const sameName = catalogue.functions.get(nameKey(schema, name)) ?? []
  if (given.kind === 'texts')
    return named({ routines: sameName, schema, name }, [...given.texts.keys()], given, catalogue)
  const whole = sameName.find(takesBody)
  if (!given.payload.ok) {
    return whole && isJson(given.body) ? succeed(callOf(whole, given.body)) : given.payload
  }
  const found = named(
    { routines: sameName, schema, name },
    given.payload.value.keys,
    { kind: 'json', payload: given.payload.value },
    catalogue,
  )
  return !found.ok && found.failure.kind === 'unknown-function' && whole ? succeed(callOf(whole, given.body)) : found
}

interface Called {
  readonly routines: readonly Routine[]
  readonly schema: string
  readonly name: string
}

function named(
  { routines, schema, name }: Called,
  keys: readonly string[],
  given: CallArguments,
  catalogue: Catalogue,
): Result<Call, RestFailure> {
  const candidates = routines.filter((routine) => takes(routine, keys))
  const [only] = candidates
  if (candidates.length > 1) return fail({ kind: 'ambiguous-function', candidates: candidates.map(functionLabel) })
  if (only) return succeed({ routine: only, arguments: given })
  const meant = functionLike(catalogue, schema, name, routines)
  return fail({
    kind: 'unknown-function',
    schema,
    name,
    parameters: [...keys].sort(),
    ...(meant !== undefined && { meant }),
  })
}

const callOf = (routine: Routine, body: string): Call => ({ routine, arguments: { kind: 'body', body } })

function takes({ parameters }: Routine, given: readonly string[]): boolean {
  const names = new Set(parameters.map((parameter) => parameter.name))
  return (
    // An unnamed parameter cannot be passed by name.
    !names.has('') &&
    given.every((name) => names.has(name)) &&
    parameters.every(({ name, isRequired }) => !isRequired || given.includes(name))
  )
}

const takesBody = ({ parameters: [only, ...others] }: Routine): boolean =>
  only?.name === '' && others.length === 0 && (only.typeName === 'json' || only.typeName === 'jsonb')

function isJson(body: string): boolean {
  const value = parseJson(body)
  return value !== undefined && !isDeeperThan(MAX_JSON_DEPTH, value)
}

/** The hint of PostgREST: the same name with other parameters, or a similar name. */
function functionLike(
  { functions }: Catalogue,
  schema: string,
  name: string,
  routines: readonly Routine[],
): string | undefined {
  const inSchema = [...functions.values()].flat().filter((routine) => routine.schema === schema)
  const like = nearest(name, inSchema.map((routine) => routine.name)) // prettier-ignore
  const meant = routines[0] ?? inSchema.find((routine) => routine.name === like)
  return meant && `${meant.schema}.${meant.name}(${meant.parameters.map((parameter) => parameter.name).join(', ')})`
}

export const functionLabel = ({ schema, name, parameters }: Routine): string =>
  `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.typeName}`).join(', ')})`
