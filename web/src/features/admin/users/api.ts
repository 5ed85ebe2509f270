import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Tables } from '../../../../../domain/tables.ts'
import { NEW_LOOP } from '../../../../../domain/traction.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { accountTexts } from '../../../lib/texts/account-texts.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'

export type Loop = Tables['traction_loops']
export type LoopChange = Partial<Pick<Loop, 'name' | 'status' | 'conversions' | 'demos' | 'messages'>>
export type Decision = Tables['decisions']
export type Runway = Tables['runway_data']
export type RunwayProposal = Tables['runway_proposals']
export type FounderData = Awaited<ReturnType<typeof selectFounder>>

/** Newest rows of each kind shown of one founder; the totals are shown beside. */
export const MAX_ROWS_SHOWN = 100

async function selectFounder(user: string) {
  const all = await tables()
  const counted = { count: 'exact' } as const
  const newestFirst = { ascending: false }
  const [goals, completed, loops, decisions, runway, notes, checkIns, calls, storage, sums, point, proposal, targets] = await Promise.all([
    all.from('goals').select('*', counted).eq('user_id', user).order('position', newestFirst).limit(MAX_ROWS_SHOWN).throwOnError(),
    all.from('goals').select('id', { ...counted, head: true }).eq('user_id', user).eq('completed', true).throwOnError(),
    all.from('traction_loops').select('*', counted).eq('user_id', user).order('created_at', newestFirst).throwOnError(),
    all.from('decisions').select('*', counted).eq('user_id', user).order('created_at', newestFirst).limit(MAX_ROWS_SHOWN).throwOnError(),
    all.from('runway_data').select().eq('user_id', user).maybeSingle().throwOnError(),
    all.from('notes').select('id', { ...counted, head: true }).eq('user_id', user).throwOnError(),
    all.from('weekly_checkins').select().eq('user_id', user).order('week_of', newestFirst).limit(MAX_ROWS_SHOWN).throwOnError(),
    all.from('squad_bookings').select().eq('user_id', user).is('cancelled_at', null).gt('starts_at', new Date().toISOString()).order('starts_at').throwOnError(),
    all.rpc('founder_storage', { founder: user }, { get: true }).single().throwOnError(),
    all.rpc('goal_sums', { founder: user }, { get: true }).throwOnError(),
    all.from('runway_points').select('day').eq('user_id', user).order('day', newestFirst).limit(1).maybeSingle().throwOnError(),
    all.from('runway_proposals').select().eq('user_id', user).is('answer', null).maybeSingle().throwOnError(),
    all.from('weekly_targets').select('conversions, demos, messages').eq('user_id', user).maybeSingle().throwOnError(),
  ]) // prettier-ignore
  return {
    goals: goals.data,
    /** Of the goals that serve others. */
    goalSums: sums.data,
    loops: loops.data,
    /** What the founder wants to add in a week. */
    weeklyTargets: targets.data,
    decisions: decisions.data,
    runway: runway.data,
    /** The day that the recorded figures are of. */
    runwayDay: point.data?.day,
    /** The founder's figures that wait to be recorded. */
    proposal: proposal.data,
    checkIns: checkIns.data,
    /** Upcoming ones, soonest first. */
    calls: calls.data,
    /** Bytes. */
    storage: storage.data,
    counts: {
      goals: goals.count ?? 0,
      completedGoals: completed.count ?? 0,
      loops: loops.count ?? 0,
      decisions: decisions.count ?? 0,
      notes: notes.count ?? 0,
    },
  }
}

/** Everything an admin sees of one founder, except the AI memory. */
const founderQuery = (user: string) =>
  queryOptions({
    queryKey: adminKeys.founder(user),
    queryFn: () => selectFounder(user),
    meta: { failed: adminTexts.userFailed },
  })

/** With live updates. */
export function useFounder(user: string) {
  useLiveRows(
    [
      'goals',
      'traction_loops',
      'decisions',
      'notes',
      'runway_data',
      'runway_proposals',
      'weekly_checkins',
      'squad_bookings',
      // Comments on these.
      'squad_messages',
    ],
    user,
    adminKeys.founder(user),
  )
  return useQuery(founderQuery(user))
}

async function selectProfile(user: string) {
  const all = await tables()
  const [profile, named] = await Promise.all([
    all.from('profiles').select('id, first_name, last_name, created_at').eq('id', user).maybeSingle().throwOnError(),
    all.rpc('founder_names', { ids: [user] }).throwOnError(),
  ])
  return profile.data && { ...profile.data, email: named.data[0]?.email ?? null }
}

/** Whose details an address names; null for a founder who does not exist. */
export const founderProfileQuery = (user: string) =>
  queryOptions({
    queryKey: adminKeys.profile(user),
    queryFn: () => selectProfile(user),
    meta: { failed: adminTexts.userFailed },
  })

async function selectMemory(user: string): Promise<string> {
  const memories = (await tables()).from('founder_ai_memory')
  const { data } = await memories.select('memory_content').eq('user_id', user).maybeSingle().throwOnError()
  return data?.memory_content ?? ''
}

export const memoryQuery = (user: string) =>
  queryOptions({
    queryKey: adminKeys.memory(user),
    queryFn: () => selectMemory(user),
    meta: { failed: adminTexts.memoryLoadFailed },
  })

/** Whether a change was stored; otherwise a notice was shown. */
export const isStored = (change: Promise<unknown>): Promise<boolean> =>
  change.then(
    () => true,
    () => false,
  )

/** The database's message; a request that never arrived has none. PGRST116: no such row. */
function reasonOf(error: Error): string {
  if (!('code' in error) || !error.code) return texts.unreachable
  return error.code === 'PGRST116' ? accountTexts.gone : error.message
}

/** A change to one founder's records: shows a notice either way, then refetches what is shown. */
function useFounderChange<Input>(founder: string, failedTitle: string, run: (input: Input) => Promise<string>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (done) => toastSuccess(done),
    onError: (error) => toastError({ title: failedTitle, description: reasonOf(error) }),
    onSettled: async () => {
      const queryKey = adminKeys.founder(founder)
      await queries.invalidateQueries({ queryKey })
      // The live change has begun another read, which ended this one: a field would show its old value until then.
      if (queries.isFetching({ queryKey }) > 0) await queries.refetchQueries({ queryKey }, { cancelRefetch: false })
    },
  })
}

export const useAddLoop = (founder: string) =>
  useFounderChange(founder, adminTexts.creatingFailed, async (name: string) => {
    const loops = (await tables()).from('traction_loops')
    await loops.insert({ user_id: founder, name, ...NEW_LOOP }).throwOnError()
    return adminTexts.loopCreated
  })

export const useChangeLoop = (founder: string) =>
  useFounderChange(founder, adminTexts.updatingFailed, async ({ id, change }: { id: string; change: LoopChange }) => {
    await (await tables()).from('traction_loops').update(change).eq('id', id).select('id').single().throwOnError()
    if (change.name !== undefined) return adminTexts.nameUpdated
    return change.status === undefined ? adminTexts.updated : adminTexts.statusUpdated
  })

export const useDeleteLoop = (founder: string) =>
  useFounderChange(founder, adminTexts.deletingFailed, async (id: string) => {
    await (await tables()).from('traction_loops').delete().eq('id', id).throwOnError()
    return adminTexts.loopDeleted
  })

export const useDeleteCheckIn = (founder: string) =>
  useFounderChange(founder, adminTexts.deletingFailed, async (id: string) => {
    await (await tables()).from('weekly_checkins').delete().eq('id', id).throwOnError()
    return adminTexts.checkInDeleted
  })

export type RunwayAmounts = Omit<Runway, 'user_id'>

/** Amounts that are omitted keep their value, or are 0 at first. */
export const useSaveRunway = (founder: string) =>
  useFounderChange(founder, adminTexts.updatingFailed, async (amounts: Partial<RunwayAmounts>) => {
    const runway = (await tables()).from('runway_data')
    await runway.upsert({ user_id: founder, ...amounts }).throwOnError()
    return adminTexts.updated
  })

type SeenProposal = Pick<RunwayProposal, 'created_at'>

/** With the amounts as the admin has corrected them. */
export const useKeepProposal = (founder: string) =>
  useFounderChange(
    founder,
    adminTexts.updatingFailed,
    async ({ created_at, ...amounts }: SeenProposal & RunwayAmounts) => {
      await (
        await tables()
      )
        .rpc('keep_runway_proposal', { founder, proposed_at: created_at, ...amounts })
        .throwOnError()
      return adminTexts.figuresRecorded
    },
  )

export const useDismissProposal = (founder: string) =>
  useFounderChange(founder, adminTexts.updatingFailed, async ({ created_at }: SeenProposal) => {
    await (await tables()).rpc('dismiss_runway_proposal', { founder, proposed_at: created_at }).throwOnError()
    return adminTexts.figuresDismissed
  })

interface RatedDecision {
  readonly id: string
  readonly rating: Pick<Decision, 'impact'> | Pick<Decision, 'result'>
  /** The notes that were edited, as they may be stored: others are another admin's, and not overwritten. */
  readonly known?: readonly string[]
}

export const useRateDecision = (founder: string) =>
  useFounderChange(founder, adminTexts.updatingFailed, async ({ id, rating, known = [] }: RatedDecision) => {
    const decisions = (await tables()).from('decisions')
    if ('result' in rating) {
      const { result } = (await decisions.select('result').eq('id', id).single().throwOnError()).data
      if (![...known, rating.result].includes(result))
        throw Object.assign(new Error(adminTexts.resultOvertaken), { code: 'overtaken' })
    }
    await decisions.update(rating).eq('id', id).select('id').single().throwOnError()
    return 'impact' in rating ? adminTexts.impactUpdated : adminTexts.resultUpdated
  })

/**
 * Saves unless another admin has stored another text since, which the query then has.
 * @param onSaved called even if the screen is unmounted
 */
export function useSaveMemory(founder: string, onSaved: (text: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ text, of }: { text: string; of: string }) => {
      const stored = await selectMemory(founder)
      if (stored !== of && stored !== text) return { isSaved: false, stored }
      const memories = (await tables()).from('founder_ai_memory')
      await memories.upsert({ user_id: founder, memory_content: text }).throwOnError()
      return { isSaved: true, stored: text }
    },
    onSuccess: ({ isSaved, stored }) => {
      queries.setQueryData(adminKeys.memory(founder), stored)
      if (!isSaved) return
      onSaved(stored)
      toastSuccess(adminTexts.memorySaved)
    },
    onError: () => toastError(adminTexts.memorySaveFailed),
  })
}
