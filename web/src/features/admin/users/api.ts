import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { FOUNDERS_PAGE_SIZE } from '../../../../../domain/paging.ts'
import type { Tables } from '../../../../../domain/tables.ts'
import { NEW_LOOP } from '../../../../../domain/traction.ts'
import { tables } from '../../../lib/client.ts'
import { keys } from '../../../lib/keys.ts'
import { texts } from '../../../lib/texts.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { nameFilters } from './name-filters.ts'

export type Profile = Tables['profiles']
export type Loop = Tables['traction_loops']
export type LoopChange = Partial<Pick<Loop, 'name' | 'status' | 'conversions' | 'demos' | 'messages'>>
export type Decision = Tables['decisions']
export type Runway = Tables['runway_data']
export type FounderData = Awaited<ReturnType<typeof selectFounder>>

async function selectProfiles(search: string, page: number): Promise<Profile[]> {
  let profiles = (await tables()).from('profiles').select()
  for (const filter of nameFilters(search)) profiles = profiles.or(filter)
  const first = page * FOUNDERS_PAGE_SIZE
  const newestFirst = profiles.order('created_at', { ascending: false }).order('id')
  const { data } = await newestFirst.range(first, first + FOUNDERS_PAGE_SIZE - 1).throwOnError()
  return data
}

/** Founders whose names hold every word of `search`, newest first, a page at a time. */
export const foundersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: keys.admin.founders(search),
    queryFn: ({ pageParam }) => selectProfiles(search, pageParam),
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    getNextPageParam: (page, pages) => (page.length < FOUNDERS_PAGE_SIZE ? undefined : pages.length),
    meta: { failed: texts.admin.usersFailed },
  })

async function selectFounder(user: string) {
  const all = await tables()
  const newestFirst = { ascending: false }
  const [goals, loops, decisions, runway, notes, checkIns] = await Promise.all([
    all.from('goals').select().eq('user_id', user).order('created_at', newestFirst).throwOnError(),
    all.from('traction_loops').select().eq('user_id', user).order('created_at', newestFirst).throwOnError(),
    all.from('decisions').select().eq('user_id', user).order('created_at', newestFirst).throwOnError(),
    all.from('runway_data').select().eq('user_id', user).maybeSingle().throwOnError(),
    all.from('notes').select().eq('user_id', user).order('created_at', newestFirst).throwOnError(),
    all.from('weekly_checkins').select().eq('user_id', user).order('week_of', newestFirst).throwOnError(),
  ])
  return {
    goals: goals.data,
    loops: loops.data,
    decisions: decisions.data,
    runway: runway.data,
    notes: notes.data,
    checkIns: checkIns.data,
  }
}

/** Everything an admin sees of one founder, but the AI memory. */
export const founderQuery = (user: string) =>
  queryOptions({
    queryKey: keys.admin.founder(user),
    queryFn: () => selectFounder(user),
    meta: { failed: texts.admin.userFailed },
  })

async function selectMemory(user: string): Promise<string> {
  const memories = (await tables()).from('founder_ai_memory')
  const { data } = await memories.select('memory_content').eq('user_id', user).maybeSingle().throwOnError()
  return data?.memory_content ?? ''
}

export const memoryQuery = (user: string) =>
  queryOptions({
    queryKey: keys.admin.memory(user),
    queryFn: () => selectMemory(user),
    meta: { failed: texts.admin.memoryLoadFailed },
  })

/** A change to one founder's records: a notice either way, then everything shown is read again. */
function useFounderChange<Input>(founder: string, failedTitle: string, run: (input: Input) => Promise<string>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (done) => toastSuccess(done),
    onError: (error) => toastError({ title: failedTitle, description: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.admin.founder(founder) }),
  })
}

export const useAddLoop = (founder: string) =>
  useFounderChange(founder, texts.admin.creatingFailed, async (name: string) => {
    const loops = (await tables()).from('traction_loops')
    await loops.insert({ user_id: founder, name, ...NEW_LOOP }).throwOnError()
    return texts.admin.loopCreated
  })

export const useChangeLoop = (founder: string) =>
  useFounderChange(founder, texts.admin.updatingFailed, async ({ id, change }: { id: string; change: LoopChange }) => {
    await (await tables()).from('traction_loops').update(change).eq('id', id).throwOnError()
    if (change.name !== undefined) return texts.admin.nameUpdated
    return change.status === undefined ? texts.admin.updated : texts.admin.statusUpdated
  })

export const useDeleteLoop = (founder: string) =>
  useFounderChange(founder, texts.admin.deletingFailed, async (id: string) => {
    await (await tables()).from('traction_loops').delete().eq('id', id).throwOnError()
    return texts.admin.loopDeleted
  })

type Rating = Pick<Decision, 'impact'> | Pick<Decision, 'result'>

export const useRateDecision = (founder: string) =>
  useFounderChange(founder, texts.admin.updatingFailed, async ({ id, rating }: { id: string; rating: Rating }) => {
    await (await tables()).from('decisions').update(rating).eq('id', id).throwOnError()
    return 'impact' in rating ? texts.admin.impactUpdated : texts.admin.resultUpdated
  })

export function useSaveMemory(founder: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (memory: string) =>
      (await tables()).from('founder_ai_memory').upsert({ user_id: founder, memory_content: memory }).throwOnError(),
    onSuccess: (_, memory) => {
      queries.setQueryData(keys.admin.memory(founder), memory)
      toastSuccess(texts.admin.memorySaved)
    },
    onError: () => toastError(texts.admin.memorySaveFailed),
  })
}
