import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LoopHistory } from './traction-history.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { loopsQuery } from '../../lib/data/loops.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { kept } from '../../lib/offline/kept-query.ts'

/** The signed-in founder's loops, with live updates. One component calls it and passes the result on. */
export function useLoops() {
  const { id: user } = useAccount()
  useLiveRows('traction_loops', user, keys.loops(user))
  return useQuery(loopsQuery(user))
}

export const loopHistoryQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.loopHistory(user),
      queryFn: async () =>
        (await (await tables()).rpc('traction_history', {}, { get: true }).throwOnError()).data as LoopHistory[],
      // An import adds points to a loop that stays as it is.
      meta: { failed: texts.loops.historyLoadFailed, isReportedInPart: true },
    }),
  )

/** How the signed-in founder's loops were at the end of each week. */
export function useLoopHistory() {
  const { id: user } = useAccount()
  return useQuery(loopHistoryQuery(user))
}

export type LoopsResult = ReturnType<typeof useLoops>
