import type { Caller } from '../database/caller.ts'
import type { CallerOptions, Database, TextRows } from '../database/database.ts'
import type { Catalogue } from './catalogue.ts'
import type { RestFailure } from './failure.ts'
import { isCapped, MAX_ROWS } from './fragments.ts'
import { parseRequest, type Intent, type RestRequest } from './parse.ts'
import { planRequest, type DataPlan, type ReadPlan } from './plan.ts'
import { estimatedRows, estimateSql } from './read-sql.ts'
import { errorReply, optionsReply, reply, type Reply } from './reply.ts'
import { toSql } from './sql.ts'
import { MOST_ROWS_WRITTEN, type WriteLimit } from './write-limit.ts'

export interface RestContext {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly caller: Caller
  /** The schemas that may be asked for, the default one first. */
  readonly schemas: readonly string[]
  readonly writeLimit: WriteLimit
  /** Whether earlier answers to this caller have been read, as far as they must. */
  readonly isAdmitted: () => boolean
}

/** A request to the tables API: what is wanted, what that means here, the statement, its answer. */
export async function handleRest(request: RestRequest, at: RestContext): Promise<Reply> {
  const refuse = (failure: RestFailure) => errorReply(failure, at.caller.role, request.method)
  const intent = parseRequest(request, at.schemas)
  if (!intent.ok) return refuse(intent.failure)
  const plan = planRequest(intent.value, at.catalogue)
  if (!plan.ok) return refuse(plan.failure)
  if (plan.value.kind === 'options') return optionsReply(plan.value)
  const excess = excessOf(plan.value, intent.value, at)
  if (excess) return refuse(excess)
  const options = { ...optionsOf(plan.value, request), isAdmitted: at.isAdmitted }
  const ask = (what: DataPlan) => at.database.asCaller(at.caller, toSql(what), options)
  const rows = await ask(plan.value)
  if (!rows.ok) return refuse(rows.failure)
  if (plan.value.kind === 'update' || plan.value.kind === 'delete') {
    // The request itself was counted as a row.
    at.writeLimit.spend(at.caller, Number(rows.value.rows[0]?.[1] ?? 1) - 1)
  }
  if (isEstimated(plan.value, rows.value)) {
    const estimate = await at.database.asCaller(at.caller, estimateSql(plan.value), options)
    if (!estimate.ok) return refuse(estimate.failure)
    const expected = estimatedRows(estimate.value.rows[0]?.[0] ?? '[]')
    return reply(plan.value, withTotal(rows.value, Math.max(expected, MAX_ROWS + 1)), at.caller.role)
  }
  if (plan.value.media.kind === 'csv') await csvTurn()
  if (!isCut(plan.value, rows.value)) return reply(plan.value, rows.value, at.caller.role)
  const counted = await ask(countOf(plan.value))
  if (!counted.ok) return refuse(counted.failure)
  return reply(plan.value, withTotal(rows.value, counted.value.rows[0]?.[2] ?? null), at.caller.role)
}

let lastCsv: Promise<void> = Promise.resolve()

/** One CSV is written at a time, and what else waits is served in between. */
const csvTurn = (): Promise<void> => (lastCsv = lastCsv.then(() => new Promise((resolve) => setImmediate(resolve))))

/** Why a write is more than one user may do at once or at this pace. */
function excessOf(plan: DataPlan, intent: Intent, { caller, writeLimit }: RestContext): RestFailure | undefined {
  if (plan.kind === 'read' || (plan.kind === 'call' && plan.access === 'read')) return undefined
  const rows = 'payload' in intent ? intent.payload.rows : 1
  if (rows > MOST_ROWS_WRITTEN && caller.userId !== undefined) {
    return { kind: 'too-many-rows', limit: MOST_ROWS_WRITTEN }
  }
  const seconds = writeLimit.admit(caller, rows)
  return seconds > 0 ? { kind: 'too-many-writes', seconds } : undefined
}

/** A read that is full and was not counted: only then it is worth a second question how many rows there are. */
const isCut = (plan: DataPlan, { rows: [row] }: TextRows): plan is ReadPlan =>
  plan.kind === 'read' && plan.preferences.count === undefined && isCapped(plan.range) && row?.[1] === String(MAX_ROWS)

const countOf = (plan: ReadPlan): ReadPlan => ({
  ...plan,
  headOnly: true,
  preferences: { ...plan.preferences, count: 'exact' },
})

/**
 * A read for which an estimate will do, of more rows than are counted for it. Below that the count is exact: what the
 * planner expects of few rows follows from statistics of everybody's, which a policy does not hide.
 */
const isEstimated = (plan: DataPlan, { rows: [row] }: TextRows): plan is ReadPlan =>
  plan.kind === 'read' &&
  (plan.preferences.count === 'planned' || plan.preferences.count === 'estimated') &&
  row?.[2] === String(MAX_ROWS + 1)

function withTotal({ rows: [row = []] }: TextRows, total: string | number | null): TextRows {
  const [body = null, count = null] = row
  return { rows: [[body, count, total === null ? null : String(total)]] }
}

function optionsOf(plan: DataPlan, { method, resource }: RestRequest): CallerOptions {
  const access = plan.kind === 'read' ? 'read' : plan.kind === 'call' ? plan.access : 'write'
  const path = resource.kind === 'table' ? `/${resource.name}` : `/rpc/${resource.name}`
  const settings = { 'request.method': method, 'request.path': path }
  const kind = plan.kind === 'call' ? 'call' : 'composed'
  const { timezone } = plan.preferences
  return { access, kind, settings: timezone === undefined ? settings : { ...settings, timezone } }
}
