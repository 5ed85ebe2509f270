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
import { MAX_ROWS_WRITTEN, type WriteLimit } from './write-limit.ts'

export interface RestContext {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly caller: Caller
  /** Of the client; empty for the server's own requests. */
  readonly network: string
  /** The exposed schemas, the default one first. */
  readonly schemas: readonly string[]
  readonly writeLimit: WriteLimit
  /** Whether the caller has read enough of its earlier responses (backpressure). */
  readonly isAdmitted: () => boolean
}

/** Handles a request to the tables API: parse, plan, SQL, run, reply. */
export async function handleRest(request: RestRequest, at: RestContext): Promise<Reply> {
  const refuse = (failure: RestFailure) => errorReply(failure, at.caller.role, request.method)
  const intent = parseRequest(request, at.schemas)
  if (!intent.ok) return refuse(intent.failure)
  const plan = planRequest(intent.value, at.catalogue)
  if (!plan.ok) return refuse(plan.failure)
  if (plan.value.kind === 'options') return optionsReply(plan.value)
  const limited = checkWriteLimits(plan.value, intent.value, at)
  if (limited) return refuse(limited)
  const options = { ...optionsOf(plan.value, request), network: at.network, isAdmitted: at.isAdmitted }
  const run = (dataPlan: DataPlan) => at.database.asCaller(at.caller, toSql(dataPlan), options)
  const rows = await run(plan.value)
  if (!rows.ok) return refuse(rows.failure)
  if (plan.value.kind === 'update' || plan.value.kind === 'delete') {
    // The request itself counted as one row.
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
  const counted = await run(countOf(plan.value))
  if (!counted.ok) return refuse(counted.failure)
  return reply(plan.value, withTotal(rows.value, counted.value.rows[0]?.[2] ?? null), at.caller.role)
}

let lastCsv: Promise<void> = Promise.resolve()

/** Formats one CSV at a time, with other work in between. */
const csvTurn = (): Promise<void> => (lastCsv = lastCsv.then(() => new Promise((resolve) => setImmediate(resolve))))

/** Checks the limits of rows in one write and of writes per second. */
function checkWriteLimits(
  plan: DataPlan,
  intent: Intent,
  { caller, writeLimit }: RestContext,
): RestFailure | undefined {
  if (plan.kind === 'read' || (plan.kind === 'call' && plan.access === 'read')) return undefined
  const rows = 'payload' in intent ? intent.payload.rows : 1
  if (rows > MAX_ROWS_WRITTEN && caller.userId !== undefined) {
    return { kind: 'too-many-rows', limit: MAX_ROWS_WRITTEN }
  }
  const seconds = writeLimit.admit(caller, rows)
  return seconds > 0 ? { kind: 'too-many-writes', seconds } : undefined
}

/** A full read without a count: only then a second query counts the rows. */
const isCut = (plan: DataPlan, { rows: [row] }: TextRows): plan is ReadPlan =>
  plan.kind === 'read' && plan.preferences.count === undefined && isCapped(plan.range) && row?.[1] === String(MAX_ROWS)

const countOf = (plan: ReadPlan): ReadPlan => ({
  ...plan,
  headOnly: true,
  preferences: { ...plan.preferences, count: 'exact' },
})

/**
 * A read that accepts an estimate and has more rows than are counted exactly. Smaller counts are exact: the planner's
 * estimate of few rows follows from statistics over all users' rows, which policies do not hide.
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
