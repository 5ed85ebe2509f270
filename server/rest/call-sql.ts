import type { Statement } from '../database/database.ts'
import { arrayText, identifier, type Bind } from '../filters/operation-sql.ts'
import { SCALAR, type Parameter, type Routine } from './catalogue.ts'
import {
  responseRowsSql,
  responseSql,
  isCapped,
  MAX_ROWS,
  maxAffectedSql,
  notOneRowSql,
  orderSql,
  qualified,
  rangeSql,
  rowSql,
  statement,
  totalSql,
  whereSql,
} from './fragments.ts'
import type { CallArguments } from './choose-function.ts'
import type { CallPlan } from './plan.ts'

type Named = Exclude<CallArguments, { kind: 'body' }>

/**
 * @example
 * import { validPlan } from './example.ts'
 * const plan = validPlan('GET /rpc/add?a=2')
 * if (plan.kind === 'call')
 *   expect(callSql(plan).text).toContain('select "public"."add"("a" => $1::pg_catalog.int4) as "pgrst_scalar"')
 */
export function callSql(plan: CallPlan): Statement {
  const { routine, media, preferences, range } = plan
  return statement((bind) => {
    const isValue = routine.returns !== 'row'
    const called = `with "f" as (${resultSql(plan, bind)})`
    const row = isValue && media.kind !== 'csv' ? '*' : rowSql(media, plan.outputs, routine.columns.values(), bind)
    const from = `"f"${whereSql(plan.where, bind)}`
    const page = `select ${row} from ${from}${orderSql(plan.order, bind)}${rangeSql(range, bind)}`
    const isSingle = !routine.isSet || media.kind === 'object'
    const hasBody = !plan.headOnly && routine.returns !== 'void'
    const refusals = `${media.kind === 'object' ? notOneRowSql('count(*)') : ''}${maxAffectedSql(preferences, 'count(*)', bind)}`
    const counted = totalSql({ ...preferences, count: 'exact' }, from)
    // The function runs once, so the rows beyond a full response are counted in the same statement.
    const isCut = isCapped(range) ? `case when count(*) = ${MAX_ROWS} then ${counted} end` : 'null'
    const total = preferences.count === undefined ? isCut : counted
    const columns = `count(*), ${total}, null, null${refusals}`
    if (!hasBody) return `${called} select null, ${columns} from (${page}) as "r"`
    const value = `to_json("p".${identifier(SCALAR)})`
    return `${called}, ${responseRowsSql(page, media, isValue ? value : undefined)} ${responseSql(media, columns, isSingle)}`
  })
}

function resultSql({ routine, arguments: given }: CallPlan, bind: Bind): string {
  if (given.kind === 'body') {
    const [parameter] = routine.parameters
    return calledSql(routine, `${bind(given.body)}::${parameter?.type}`, '')
  }
  const parameters = routine.parameters.filter(({ name }) => isGiven(given, name))
  const passed = parameters.map((parameter) => {
    const value = given.kind === 'json' ? `"a".${identifier(parameter.name)}` : textSql(given, parameter, bind)
    return `${parameter.isVariadic ? 'variadic ' : ''}${identifier(parameter.name)} => ${value}`
  })
  const source = given.kind === 'json' && parameters.length > 0 ? recordSql(given.payload.text, parameters, bind) : ''
  return calledSql(routine, passed.join(', '), source)
}

function calledSql(routine: Routine, passed: string, source: string): string {
  const call = `${qualified(routine)}(${passed})`
  if (routine.returns === 'row') return `select "t".* from ${source && `${source}, `}${call} as "t"`
  return `select ${call} as ${identifier(SCALAR)}${source && ` from ${source}`}`
}

const isGiven = (given: Named, name: string): boolean =>
  given.kind === 'json' ? given.payload.keys.includes(name) : given.texts.has(name)

const recordSql = (json: string, parameters: readonly Parameter[], bind: Bind): string =>
  `json_to_recordset(${bind(json)}::json) as "a" (${parameters.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ')})`

/** The last value of a repeated name counts, unless the parameter is variadic. */
function textSql({ texts }: Extract<CallArguments, { kind: 'texts' }>, parameter: Parameter, bind: Bind): string {
  const values = texts.get(parameter.name) ?? []
  return `${bind(parameter.isVariadic ? arrayText(values) : (values.at(-1) ?? ''))}::${parameter.type}`
}
