import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Runway } from '../../../../domain/runway.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { keys } from '../../lib/data/keys.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { tables } from '../../lib/session/client.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { runwayTexts } from './runway-texts.ts'

/** Figures with the day that they are of. */
export interface Figures extends Runway {
  readonly as_of: IsoDate
}

/** The result of `own_runway`. */
export interface OwnRunway {
  /** What the squad has recorded; null: nothing yet. */
  readonly figures: Figures | null
  /** The last figures of each month that has some, of a year, oldest first; `month` is its first day. */
  readonly months: readonly (Runway & { readonly month: IsoDate })[]
  /** What the founder proposed last, and what became of it: null while it waits. */
  readonly proposal:
    | (Figures & {
        readonly created_at: string
        readonly answer: 'kept' | 'corrected' | 'dismissed' | null
        readonly answered_at: string | null
      })
    | null
  /** Whether it is time to ask for new figures. */
  readonly is_due: boolean
}

const runwayQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.runway(user),
      queryFn: async () =>
        (await (await tables()).rpc('own_runway', undefined, { get: true }).throwOnError())
          .data as unknown as OwnRunway,
      // Whether it is due is stored with the profile.
      meta: { failed: runwayTexts.loadFailed, isReportedInPart: true },
    }),
  )

/** The signed-in founder's runway, with live updates. */
export function useRunway(user: string) {
  useLiveRows(['runway_data', 'runway_proposals'], user, keys.runway(user))
  return useQuery(runwayQuery(user))
}

/** @param onSent called even if the dialog is closed */
export const useProposeRunway = (user: string, onSent: () => void) =>
  useMutation({
    meta: { writes: [keys.runway(user)] },
    mutationFn: async (figures: Figures) => (await tables()).rpc('propose_runway', { ...figures }).throwOnError(),
    onSuccess: () => {
      onSent()
      toastSuccess(runwayTexts.sent)
    },
    onError: (error) => {
      const isRefused = 'code' in error && error.code
      toastError({ title: runwayTexts.sendFailed, description: isRefused ? error.message : texts.unreachable })
    },
  })

export const useWithdrawProposal = (user: string) =>
  useOptimistic<OwnRunway, OwnRunway['proposal']>({
    queryKey: keys.runway(user),
    // One that was answered meanwhile stays, by the policy.
    run: async () => (await tables()).from('runway_proposals').delete().eq('user_id', user).throwOnError(),
    apply: (runway) => ({ ...runway, proposal: null }),
    undo: (runway, proposal) => ({ ...runway, proposal }),
    failed: runwayTexts.withdrawFailed,
  })

/** The founder is asked again in a month, on any device. */
export const useDismissFigures = (user: string) =>
  useOptimistic<OwnRunway, void>({
    queryKey: keys.runway(user),
    run: async () => (await tables()).rpc('dismiss_figures').throwOnError(),
    apply: (runway) => ({ ...runway, is_due: false }),
    undo: (runway) => ({ ...runway, is_due: true }),
    failed: runwayTexts.dismissFailed,
  })
