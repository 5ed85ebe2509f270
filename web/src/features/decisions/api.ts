import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../../../domain/tables.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { tables } from '../../lib/session/client.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { keys } from '../../lib/data/keys.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { kept } from '../../lib/offline/kept-query.ts'

export type Decision = Tables['decisions']

/** Shown columns of a decision that is due. */
const DUE_COLUMNS = 'id, title, expected, outcome, was_right, created_at'

/** A decision whose founder may say what came of it. */
export type ReviewedDecision = Pick<Decision, 'id' | 'title' | 'expected' | 'outcome' | 'was_right'>
export type DueDecision = ReviewedDecision & Pick<Decision, 'created_at'>

async function selectDue(user: string, today: IsoDate): Promise<DueDecision[]> {
  const decisions = (await tables()).from('decisions').select(DUE_COLUMNS).eq('user_id', user)
  const due = decisions.is('reviewed_at', null).lte('review_on', today)
  return (await due.order('review_on').order('id').limit(1).throwOnError()).data
}

/** The decision that has been due longest, or none. Another tab or device may have answered it, or it was yesterday. */
export const dueQuery = (user: string, today: IsoDate) =>
  kept(
    queryOptions({
      queryKey: keys.decisions.due(user, today),
      queryFn: () => selectDue(user, today),
      // The board reads it before the script of its card is there.
      staleTime: 10_000,
      refetchOnWindowFocus: 'always',
      meta: { failed: texts.decisions.dueFailed },
    }),
  )

/** @param to the day on which the founder is asked again */
export const usePostponeReview = (user: string, today: IsoDate, to: IsoDate) =>
  useOptimistic<DueDecision[], DueDecision>({
    queryKey: keys.decisions.due(user, today),
    writes: [keys.decisions.every(user)],
    run: async ({ id }) => (await tables()).rpc('postpone_review', { decision: id, review_on: to }).throwOnError(),
    apply: (due, { id }) => due.filter((one) => one.id !== id),
    undo: (_, decision) => [decision],
    failed: texts.decisions.postponeFailed,
    succeeded: texts.decisions.postponed(formatDate(to)),
  })
