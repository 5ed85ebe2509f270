import type { Caller } from '../database/caller.ts'
import type { CallerOptions, Database, TextRows } from '../database/database.ts'
import type { Catalogue } from './catalogue.ts'
import type { RestFailure } from './failure.ts'
import { isCapped, MAX_ROWS } from './fragments.ts'
import { parseRequest, type RestRequest } from './parse.ts'
import { planRequest, type DataPlan, type ReadPlan } from './plan.ts'
import { errorReply, optionsReply, reply, type Reply } from './reply.ts'
import { toSql } from './sql.ts'

export interface RestContext {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly caller: Caller
  /** The schemas that may be asked for, the default one first. */
  readonly schemas: readonly string[]
}

/** A request to the tables API: what is wanted, what that means here, the statement, its answer. */
export async function handleRest(request: RestRequest, at: RestContext): Promise<Reply> {
  const refuse = (failure: RestFailure) => errorReply(failure, at.caller.role, request.method)
  const intent = parseRequest(request, at.schemas)
  if (!intent.ok) return refuse(intent.failure)
  const plan = planRequest(intent.value, at.catalogue)
  if (!plan.ok) return refuse(plan.failure)
  if (plan.value.kind === 'options') return optionsReply(plan.value)
  const options = optionsOf(plan.value, request)
  const ask = (what: DataPlan) => at.database.asCaller(at.caller, toSql(what), options)
  const rows = await ask(plan.value)
  if (!rows.ok) return refuse(rows.failure)
  if (!isCut(plan.value, rows.value)) return reply(plan.value, rows.value, at.caller.role)
  const counted = await ask(countOf(plan.value))
  if (!counted.ok) return refuse(counted.failure)
  return reply(plan.value, withTotal(rows.value, counted.value), at.caller.role)
}

/** A read that is full and was not counted: only then it is worth a second question how many rows there are. */
const isCut = (plan: DataPlan, { rows: [row] }: TextRows): plan is ReadPlan =>
  plan.kind === 'read' && plan.preferences.count === undefined && isCapped(plan.range) && row?.[1] === String(MAX_ROWS)

const countOf = (plan: ReadPlan): ReadPlan => ({
  ...plan,
  headOnly: true,
  preferences: { ...plan.preferences, count: 'exact' },
})

function withTotal({ rows: [row = []] }: TextRows, { rows: [counted = []] }: TextRows): TextRows {
  const [body = null, count = null] = row
  return { rows: [[body, count, counted[2] ?? null]] }
}

function optionsOf(plan: DataPlan, { method, resource }: RestRequest): CallerOptions {
  const access = plan.kind === 'read' ? 'read' : plan.kind === 'call' ? plan.access : 'write'
  const path = resource.kind === 'table' ? `/${resource.name}` : `/rpc/${resource.name}`
  const settings = { 'request.method': method, 'request.path': path }
  const { timezone } = plan.preferences
  return { access, settings: timezone === undefined ? settings : { ...settings, timezone } }
}
