import type { Tables } from '../../../domain/tables.ts'
import type { Client } from '../_shared/function.ts'

/** A founder's check-in of one week. */
export type CheckIn = Pick<
  Tables['weekly_checkins'],
  'week_of' | 'mood' | 'wins' | 'blockers' | 'next_priority' | 'priority_outcome'
>

/** A check-in and the previous one, if any. */
export interface CheckInPair {
  readonly current: CheckIn
  readonly previous: CheckIn | undefined
}

/** A claimed check-in; no other server gets it for a while. */
export interface ClaimedCheckIn {
  readonly id: string
  readonly user_id: string
  readonly week_of: string
  /** Another one once its texts, or those of the check-in before, are corrected. */
  readonly version: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Why it is given up; null otherwise. */
  readonly failure: string | null
}

/** Claims check-ins without a summary; they can be claimed again when none is stored. @throws {Error} */
export async function claimCheckIns(service: Client, most: number): Promise<ClaimedCheckIn[]> {
  const { data, error } = await service.rpc('claim_check_ins', { max_rows: most })
  if (error) throw new Error(`check-ins cannot be claimed: ${error.message}`)
  return data
}

/** @returns undefined when the check-in was deleted, with its account @throws {Error} */
export async function readCheckIns(service: Client, claimed: ClaimedCheckIn): Promise<CheckInPair | undefined> {
  const { data, error } = await service
    .from('weekly_checkins')
    .select('week_of, mood, wins, blockers, next_priority, priority_outcome')
    .eq('user_id', claimed.user_id)
    .lte('week_of', claimed.week_of)
    .order('week_of', { ascending: false })
    .limit(2)
  if (error) throw new Error(`a check-in cannot be read: ${error.message}`)
  const [current, previous] = data
  return current?.week_of === claimed.week_of ? { current, previous } : undefined
}

/** Stores the summary, unless one exists or the texts were corrected since the claim. @throws {Error} */
export async function storeSummary(service: Client, { id, version }: ClaimedCheckIn, summary: string): Promise<void> {
  const { error } = await service.rpc('store_check_in_summary', { check_in: id, summary, version })
  if (error) throw new Error(`a summary cannot be stored: ${error.message}`)
}
