import type { Caller } from '../database/caller.ts'
import type { CallerOptions, Database } from '../database/database.ts'
import type { Catalogue } from './catalogue.ts'
import type { RestFailure } from './failure.ts'
import { parseRequest, type RestRequest } from './parse.ts'
import { planRequest, type Plan } from './plan.ts'
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
  const rows = await at.database.asCaller(at.caller, toSql(plan.value), optionsOf(plan.value, request))
  return rows.ok ? reply(plan.value, rows.value, at.caller.role) : refuse(rows.failure)
}

function optionsOf(plan: Exclude<Plan, { kind: 'options' }>, { method, resource }: RestRequest): CallerOptions {
  const access = plan.kind === 'read' ? 'read' : plan.kind === 'call' ? plan.access : 'write'
  const path = resource.kind === 'table' ? `/${resource.name}` : `/rpc/${resource.name}`
  const settings = { 'request.method': method, 'request.path': path }
  const { timezone } = plan.preferences
  return { access, settings: timezone === undefined ? settings : { ...settings, timezone } }
}
