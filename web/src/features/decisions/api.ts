import { useMutation } from '@tanstack/react-query'
import { UNRATED } from '../../../../domain/decisions.ts'
import { PAGE_SIZE } from '../../../../domain/paging.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { newestFirst, pageAfter, restoreRow, without, type Pages, type Cursor } from '../../lib/pages.ts'
import { texts } from '../../lib/texts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { useOptimistic } from '../../lib/use-optimistic.ts'

export type Decision = Tables['decisions']

export interface DecisionForm {
  readonly title: string
  readonly reason: string
  readonly category: string
}

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
    queryKey: keys.decisions(user),
    size: PAGE_SIZE,
    select: (cursor) => selectDecisions(user, cursor),
    failed: texts.decisions.loadFailed,
  })

/** @param onLogged gets the form's values as typed */
export function useLogDecision(user: string, onLogged: (typed: DecisionForm) => void) {
  return useMutation({
    meta: { writes: [keys.decisions(user)] },
    mutationFn: async ({ form }: { form: DecisionForm; typed: DecisionForm }) =>
      (await tables())
        .from('decisions')
        .insert({ user_id: user, ...form, ...UNRATED })
        .throwOnError(),
    onSuccess: (_, { typed }) => {
      onLogged(typed)
      toastSuccess(texts.decisions.logged)
    },
    onError: () => toastError(texts.decisions.logFailed),
  })
}

export const useDeleteDecision = (user: string) =>
  useOptimistic<Pages<Decision>, Decision>({
    queryKey: keys.decisions(user),
    run: async ({ id }) => (await tables()).from('decisions').delete().eq('id', id).throwOnError(),
    apply: without,
    undo: restoreRow,
    failed: texts.decisions.deleteFailed,
    succeeded: texts.decisions.deleted,
  })
