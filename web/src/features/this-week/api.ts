import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ThisWeek } from '../../../../domain/this-week.ts'
import { dayOf } from '../../../../domain/week.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { periodStarts } from '../../lib/texts/periods.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { FIRST_STEPS, local } from '../../lib/offline/storage.ts'

/** Milliseconds for which the board is shown before it counts as seen. */
const SEEN_AFTER_MS = 2000

export const thisWeekQuery = (user: string, queries: QueryClient) =>
  kept(
    queryOptions({
      queryKey: keys.thisWeek(user),
      queryFn: async () => {
        // While the page is open it still shows what had changed when it opened.
        const since = queries.getQueryData<ThisWeek>(keys.thisWeek(user))?.since
        const now = new Date()
        const begins_at = periodStarts(now).weekly.toISOString()
        const given = { today: dayOf(now), begins_at, ...(since !== undefined && { since }) }
        const { data } = await (await tables()).rpc('this_week', given, { get: true }).throwOnError()
        const week = data as unknown as ThisWeek
        if (!week.steps) local.removeItem(FIRST_STEPS)
        return week
      },
      refetchOnWindowFocus: 'always',
      meta: { failed: texts.thisWeek.loadFailed, isReportedInPart: true },
    }),
  )

/** The signed-in founder's week, with live updates. Once it has been shown, its changes count as seen. */
export function useThisWeek() {
  const { id: user } = useAccount()
  const queries = useQueryClient()
  useLiveRows(
    ['goals', 'traction_loops', 'weekly_checkins', 'squad_messages', 'read_receipts'],
    user,
    keys.thisWeek(user),
  )
  const query = useQuery(thisWeekQuery(user, queries))
  const until = query.data?.until
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void markSeen(until)
    }, SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [until])
  return query
}

/** The figures of the week, for what stands beside its card. */
export const useWeekFigures = () => useQuery(thisWeekQuery(useAccount().id, useQueryClient())).data?.figures

/** A failure is not worth a word: what was not marked is shown once more. */
async function markSeen(seen: string): Promise<void> {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  await (await tables()).rpc('mark_board_seen', { seen, time_zone })
}

/** The first steps are not shown again, on any device. */
export const useDismissFirstSteps = (user: string) =>
  useOptimistic<ThisWeek, ThisWeek['steps']>({
    queryKey: keys.thisWeek(user),
    run: async () => (await tables()).rpc('dismiss_first_steps').throwOnError(),
    apply: (week) => ({ ...week, steps: null }),
    undo: (week, steps) => ({ ...week, steps }),
    failed: texts.thisWeek.dismissFailed,
  })
