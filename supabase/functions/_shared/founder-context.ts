import { numberOf } from '../../../domain/goal-targets.ts'
import { formatMonths, netBurn, runwayMonths } from '../../../domain/runway.ts'
import type { FounderContext, FounderRecords } from './founder-records.ts'
import { serviceClient, type Client, type FunctionContext } from './function.ts'

/**
 * Loads it with the founder's own token, so that policies decide. The memory is the exception: admins write it for
 * the co-founder and founders may not read it (SPEC section 6), so the service role loads it for exactly this founder.
 * @throws {Error} when a query fails
 */
export async function loadContext(context: FunctionContext, founder: Client, userId: string): Promise<FounderContext> {
  const [records, memory] = await Promise.all([
    readRecords(founder),
    serviceClient(context).from('founder_ai_memory').select('memory_content').eq('user_id', userId).maybeSingle(),
  ])
  if (memory.error) throw new Error(`the memory cannot be read: ${memory.error.message}`)
  return contextOf(records, memory.data?.memory_content ?? '')
}

/** Loads records with the founder's own token. @throws {Error} when a query fails */
export async function readRecords(founder: Client): Promise<FounderRecords> {
  const { data, error } = await founder.rpc('founder_context', undefined, { get: true })
  if (error) throw new Error(`the founder's records cannot be read: ${error.message}`)
  return data as unknown as FounderRecords
}

/** Records with derived values. */
export function contextOf(records: FounderRecords, memory: string): FounderContext {
  const { firstName, runway, goals, ...rest } = records
  return {
    firstName: firstName ?? '',
    memory,
    runway: runway && { ...runway, net_burn: netBurn(runway), months_left: shownMonths(runwayMonths(runway)) },
    goals: goals.map((goal) => (goal.target ? { ...goal, progress: numberOf(goal, goal.sum) } : goal)),
    ...rest,
  }
}

/** As the board says them, so that a model's answer agrees with it. */
const shownMonths = (months: number | undefined): number | null =>
  months === undefined ? null : Number(formatMonths(months))
