import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../../domain/decisions.ts'
import { PAGE_SIZE } from '../../lib/data/page-sizes.ts'
import type { Decision, DueDecision } from './api.ts'
import type { AnswerCount } from './track-record.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { newestFirst, pageAfter, restoreRow, without, type Pages, type Cursor } from '../../lib/data/pages.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError, toasts, toastSuccess } from '../../lib/texts/toasts.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'

async function selectDecisions(user: string, cursor: Cursor | null): Promise<Decision[]> {
  const decisions = (await tables()).from('decisions').select().eq('user_id', user)
  return (await pageAfter(decisions, cursor, PAGE_SIZE).throwOnError()).data
}

/** One decision, by its id. */
export async function selectDecision(user: string, id: string): Promise<Decision | null> {
  const decisions = (await tables()).from('decisions').select().eq('user_id', user)
  return (await decisions.eq('id', id).maybeSingle().throwOnError()).data
}

/** One founder's decisions, newest first, page by page. */
export const decisionsQuery = (user: string) =>
  kept(
    newestFirst({
      queryKey: keys.decisions.all(user),
      size: PAGE_SIZE,
      select: (cursor) => selectDecisions(user, cursor),
      failed: texts.decisions.loadFailed,
    }),
  )

async function countAnswers(user: string): Promise<AnswerCount[]> {
  const answers = (await tables()).from('decision_answers').select('category, was_right, decisions')
  const { data } = await answers.eq('user_id', user).throwOnError()
  return data.map(({ category, was_right, decisions }) => ({
    category: category ?? '',
    answer: was_right as Answer,
    decisions: decisions ?? 0,
  }))
}

/** How many decisions have which answer, by category. */
export const answersQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.decisions.trackRecord(user),
      queryFn: () => countAnswers(user),
      meta: { failed: texts.decisions.trackRecordFailed },
    }),
  )

export const useDeleteDecision = (user: string) =>
  useOptimistic<Pages<Decision>, Decision>({
    queryKey: keys.decisions.all(user),
    writes: [keys.decisions.every(user)],
    run: async ({ id }) => (await tables()).from('decisions').delete().eq('id', id).throwOnError(),
    apply: without,
    undo: restoreRow,
    failed: texts.decisions.deleteFailed,
    succeeded: texts.decisions.deleted,
  })

/** Undo of a deletion: the database keeps what was deleted for ten minutes. */
export const useRestoreDecision = (user: string) =>
  useOptimistic<Pages<Decision>, Decision>({
    queryKey: keys.decisions.all(user),
    writes: [keys.decisions.every(user)],
    run: async ({ id }) => {
      await (await tables()).rpc('restore_decision', { decision: id }).throwOnError()
      toasts.retract(texts.decisions.deleted)
    },
    apply: restoreRow,
    undo: without,
    failed: texts.decisions.restoreFailed,
  })

export interface Review {
  readonly outcome: string
  readonly answer: Answer
}

/** @param onSaved gets the form's values as typed */
export function useReviewDecision<Typed>(user: string, decision: string, onSaved: (typed: Typed) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: keys.decisions.review(user),
    meta: { writes: [keys.decisions.every(user)] },
    mutationFn: async ({ review: { outcome, answer } }: { review: Review; typed: Typed }) =>
      (await tables()).rpc('review_decision', { decision, outcome, was_right: answer }).throwOnError(),
    onSuccess: (_, { typed }) => {
      // At once, instead of after the refetch: the answered decision is not offered again meanwhile.
      queries.setQueriesData<DueDecision[]>({ queryKey: keys.decisions.everyDue(user) }, (due) =>
        due?.filter(({ id }) => id !== decision),
      )
      onSaved(typed)
      toastSuccess(texts.decisions.reviewed)
    },
    onError: () => toastError(texts.decisions.reviewFailed),
  })
}
