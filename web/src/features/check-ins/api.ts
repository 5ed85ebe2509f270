import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { WeekSoFar } from './week-so-far.ts'
import { BOARD_CHECK_INS } from '../../../../domain/check-ins.ts'
import { PAGE_SIZE } from '../../lib/data/page-sizes.ts'
import type { Tables } from '../../../../domain/tables.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { lastShown, shown } from '../../lib/data/pages.ts'
import { periodStarts } from '../../lib/texts/periods.ts'
import { texts } from '../../lib/texts/texts.ts'
import { kept } from '../../lib/offline/kept-query.ts'

export type CheckIn = Tables['weekly_checkins']

/** @param before a week; only earlier ones are loaded */
async function selectCheckIns(user: string, before: string | null, limit: number): Promise<CheckIn[]> {
  const checkIns = (await tables()).from('weekly_checkins').select().eq('user_id', user)
  const wanted = before === null ? checkIns : checkIns.lt('week_of', before)
  return (await wanted.order('week_of', { ascending: false }).limit(limit).throwOnError()).data
}

/** One check-in, by its id. */
export async function selectCheckIn(user: string, id: string): Promise<CheckIn | null> {
  const checkIns = (await tables()).from('weekly_checkins').select().eq('user_id', user)
  return (await checkIns.eq('id', id).maybeSingle().throwOnError()).data
}

/** The founder's ten newest check-ins, newest week first, for the Command Board. */
export const recentCheckInsQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.checkIns.recent(user),
      queryFn: () => selectCheckIns(user, null, BOARD_CHECK_INS),
      meta: { failed: texts.checkIns.loadFailed },
    }),
  )

/** All check-ins, newest week first, page by page. */
export const allCheckInsQuery = (user: string) =>
  kept(
    infiniteQueryOptions({
      queryKey: keys.checkIns.all(user),
      queryFn: ({ pageParam }) => selectCheckIns(user, pageParam, PAGE_SIZE + 1),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => lastShown(page, PAGE_SIZE)?.week_of,
      select: ({ pages }) => shown(pages, PAGE_SIZE),
      meta: { failed: texts.checkIns.loadFailed },
    }),
  )

/** A founder's week, from `my_weeks`. */
export interface Week {
  readonly week_of: IsoDate
  /** Null without a check-in. */
  readonly mood: number | null
  /** Null while no completed goal is known. */
  readonly goals_completed: number | null
}

/** The founder's last half year, oldest week first. */
export const weeksQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.checkIns.weeks(user),
      queryFn: async () => {
        const begins_at = periodStarts(new Date()).weekly.toISOString()
        return (await (await tables()).rpc('my_weeks', { begins_at }, { get: true }).throwOnError()).data as Week[]
      },
      // It counts goals, too.
      meta: { failed: texts.checkIns.weeksLoadFailed, isReportedInPart: true },
    }),
  )

/** Milliseconds from preloading it to opening the check-in. */
const PRELOADED_MS = 3000

/** What a week of the founder's held. A failure is shown in the check-in, which works without it. */
export const weekSoFarQuery = (user: string, week: IsoDate) =>
  kept(
    queryOptions({
      queryKey: keys.checkIns.weekSoFar(user, week),
      queryFn: async () => {
        // Its beginning in the local time zone.
        const given = { week_of: week, begins_at: new Date(`${week}T00:00`).toISOString() }
        return (await (await tables()).rpc('week_so_far', given, { get: true }).throwOnError())
          .data as unknown as WeekSoFar
      },
      staleTime: PRELOADED_MS,
    }),
  )
