import type { Tables } from '../../../domain/tables.ts'
import type { Client } from '../_shared/function.ts'

/** What a founder told in one week. */
export type CheckIn = Pick<Tables['weekly_checkins'], 'week_of' | 'mood' | 'wins' | 'blockers' | 'next_priority'>

/** A check-in with the one before it, if there is one. */
export interface CheckInPair {
  readonly current: CheckIn
  readonly previous: CheckIn | undefined
}

/** One to be summarized, handed out to nobody else for a while. */
export interface ClaimedCheckIn {
  readonly id: string
  readonly user_id: string
  readonly week_of: string
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** Takes up check-ins that wait for a summary; they are handed out again when none is stored. @throws {Error} */
export async function claimCheckIns(service: Client, most: number): Promise<ClaimedCheckIn[]> {
  const { data, error } = await service.rpc('claim_check_ins', { most })
  if (error) throw new Error(`check-ins cannot be claimed: ${error.message}`)
  return data
}

/** @returns undefined when the check-in is gone by now, with its account @throws {Error} */
export async function readCheckIns(service: Client, claimed: ClaimedCheckIn): Promise<CheckInPair | undefined> {
  const { data, error } = await service
    .from('weekly_checkins')
    .select('week_of, mood, wins, blockers, next_priority')
    .eq('user_id', claimed.user_id)
    .lte('week_of', claimed.week_of)
    .order('week_of', { ascending: false })
    .limit(2)
  if (error) throw new Error(`a check-in cannot be read: ${error.message}`)
  const [current, previous] = data
  return current?.week_of === claimed.week_of ? { current, previous } : undefined
}

/** Stores it unless there is one already. @throws {Error} */
export async function storeSummary(service: Client, { id }: ClaimedCheckIn, summary: string): Promise<void> {
  const { error } = await service.rpc('store_check_in_summary', { check_in: id, summary })
  if (error) throw new Error(`a summary cannot be stored: ${error.message}`)
}
