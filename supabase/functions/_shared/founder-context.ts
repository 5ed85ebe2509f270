import { netBurn, runwayMonths } from '../../../domain/runway.ts'
import type { Tables } from '../../../domain/tables.ts'
import type { Counts } from '../../../domain/traction.ts'
import type { IsoDate } from '../../../domain/week.ts'
import { bounded } from './founder-context-bounds.ts'
import { serviceClient, type Client, type FunctionContext } from './function.ts'

type Recorded<Table extends keyof Tables, Columns extends keyof Tables[Table]> = Readonly<Pick<Tables[Table], Columns>>
/** The day of a record, in UTC. */
type Dated = { readonly date: IsoDate }

export type Goal = Recorded<'goals', 'id' | 'text' | 'period' | 'completed'> & Dated
export type Loop = Recorded<'traction_loops', 'id' | 'name' | 'status' | LoopColumn> & Dated
export type CheckIn = Recorded<'weekly_checkins', 'id' | 'mood' | 'wins' | 'blockers' | 'next_priority'> & {
  readonly week_of: IsoDate
}
export type Decision = Recorded<'decisions', 'id' | 'title' | 'reason' | 'impact' | 'result'> & Dated
type Note = Recorded<'notes', 'id' | 'title' | 'category' | 'content'> & Dated
type LoopColumn = keyof Counts
type Amounts = Recorded<'runway_data', 'bank_balance' | 'monthly_revenue' | 'monthly_burn'>

/** One founder's records, newest first; counts and totals cover all records. */
export interface FounderRecords {
  readonly firstName: string | null
  /** US dollars, and US dollars a month. */
  readonly runway: Amounts | null
  readonly goalCounts: readonly { period: Goal['period']; goals: number; completed: number }[]
  readonly loopTotals: Readonly<Counts & { loops: number; running: number; scaling: number }>
  readonly goals: readonly Goal[]
  readonly loops: readonly Loop[]
  readonly checkins: readonly CheckIn[]
  readonly decisions: readonly Decision[]
  readonly notes: readonly Note[]
}

/** The co-founder's knowledge of one founder; as JSON it always fits into a prompt. */
export interface FounderContext extends Omit<FounderRecords, 'firstName' | 'runway'> {
  readonly today: IsoDate
  readonly firstName: string
  /** Written by admins for the co-founder; not to be quoted to the founder. */
  readonly memory: string
  /** With the derived months; without them when the balance does not shrink. */
  readonly runway: (Amounts & { readonly net_burn: number; readonly months_left: number | null }) | null
}

/**
 * Loads it with the founder's own token, so that policies decide. The memory is the exception: admins write it for
 * the co-founder and founders may not read it (SPEC section 6), so the service role loads it for exactly this founder.
 * @throws {Error} when a query fails
 */
export async function loadContext(
  context: FunctionContext,
  founder: Client,
  userId: string,
  now?: Date,
): Promise<FounderContext> {
  const [records, memory] = await Promise.all([
    readRecords(founder),
    serviceClient(context).from('founder_ai_memory').select('memory_content').eq('user_id', userId).maybeSingle(),
  ])
  if (memory.error) throw new Error(`the memory cannot be read: ${memory.error.message}`)
  return contextOf(records, memory.data?.memory_content ?? '', now)
}

/** Loads records with the founder's own token. @throws {Error} when a query fails */
export async function readRecords(founder: Client): Promise<FounderRecords> {
  const { data, error } = await founder.rpc('founder_context', undefined, { get: true })
  if (error) throw new Error(`the founder's records cannot be read: ${error.message}`)
  return data as unknown as FounderRecords
}

/** Records with derived values, within limits. */
export function contextOf(records: FounderRecords, memory: string, now = new Date()): FounderContext {
  const { firstName, runway, ...rest } = records
  return bounded({
    today: now.toISOString().slice(0, 10) as IsoDate,
    firstName: firstName ?? '',
    memory,
    runway: runway && { ...runway, net_burn: netBurn(runway), months_left: tenths(runwayMonths(runway)) },
    ...rest,
  })
}

const tenths = (months: number | undefined): number | null =>
  months === undefined ? null : Math.round(months * 10) / 10
