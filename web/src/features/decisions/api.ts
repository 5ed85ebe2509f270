import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../../domain/decisions.ts'
import { PAGE_SIZE } from '../../lib/data/page-sizes.ts'
import type { Tables } from '../../../../domain/tables.ts'
import type { AnswerCount } from './track-record.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { tables } from '../../lib/session/client.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { keys } from '../../lib/data/keys.ts'
import { newestFirst, pageAfter, restoreRow, without, type Pages, type Cursor } from '../../lib/data/pages.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'

export type Decision = Tables['decisions']

/** Shown columns of a decision that is due. */
const DUE_COLUMNS = 'id, title, expected, outcome, was_right, created_at'

/** A decision whose founder may say what came of it. */
export type ReviewedDecision = Pick<Decision, 'id' | 'title' | 'expected' | 'outcome' | 'was_right'>
export type DueDecision = ReviewedDecision & Pick<Decision, 'created_at'>

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
  newestFirst({
    queryKey: keys.decisions.all(user),
    size: PAGE_SIZE,
    select: (cursor) => selectDecisions(user, cursor),
    failed: texts.decisions.loadFailed,
  })

async function selectDue(user: string, today: IsoDate): Promise<DueDecision[]> {
  const decisions = (await tables()).from('decisions').select(DUE_COLUMNS).eq('user_id', user)
  const due = decisions.is('reviewed_at', null).lte('review_on', today)
  return (await due.order('review_on').order('id').limit(1).throwOnError()).data
}

/** The decision that has been due longest, or none. Another tab or device may have answered it, or it was yesterday. */
export const dueQuery = (user: string, today: IsoDate) =>
  queryOptions({
    queryKey: keys.decisions.due(user, today),
    queryFn: () => selectDue(user, today),
    refetchOnWindowFocus: 'always',
    meta: { failed: texts.decisions.dueFailed },
  })

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
  queryOptions({
    queryKey: keys.decisions.trackRecord(user),
    queryFn: () => countAnswers(user),
    meta: { failed: texts.decisions.trackRecordFailed },
  })

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
