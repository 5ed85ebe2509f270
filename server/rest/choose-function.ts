import { fail, succeed, type Result } from '../../domain/result.ts'
import { nameKey, type Catalogue, type Routine } from './catalogue.ts'
import type { RestFailure } from './failure.ts'
import type { Intent } from './parse.ts'

type CallIntent = Extract<Intent, { kind: 'call' }>

/** The one function of that name that takes exactly these arguments, or fewer where it has defaults. */
export function chooseFunction(intent: CallIntent, catalogue: Catalogue): Result<Routine, RestFailure> {
  const { schema, function: name } = intent
  const given = argumentNames(intent)
  const sameName = catalogue.functions.get(nameKey(schema, name)) ?? []
  const candidates = sameName.filter((routine) => takes(routine, given))
  const [only] = candidates
  if (!only) return fail({ kind: 'unknown-function', schema, name, parameters: [...given].sort() })
  if (candidates.length > 1) return fail({ kind: 'ambiguous-function', candidates: candidates.map(functionLabel) })
  return succeed(only)
}

const argumentNames = ({ arguments: given }: CallIntent): readonly string[] =>
  given.kind === 'json' ? given.payload.keys : [...given.texts.keys()]

function takes({ parameters }: Routine, given: readonly string[]): boolean {
  const names = new Set(parameters.map((parameter) => parameter.name))
  return (
    // A parameter without a name cannot be given by name.
    !names.has('') &&
    given.every((name) => names.has(name)) &&
    parameters.every(({ name, isRequired }) => !isRequired || given.includes(name))
  )
}

export const functionLabel = ({ schema, name, parameters }: Routine): string =>
  `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.typeName}`).join(', ')})`
