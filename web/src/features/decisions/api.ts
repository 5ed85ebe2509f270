import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { UNRATED } from '../../../../domain/decisions.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { texts } from '../../lib/texts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { putBack, useOptimistic } from '../../lib/use-optimistic.ts'

export type Decision = Tables['decisions']

export interface DecisionForm {
  readonly title: string
  readonly reason: string
  readonly category: string
}

async function selectDecisions(user: string): Promise<Decision[]> {
  const decisions = (await tables()).from('decisions')
  const { data } = await decisions.select().eq('user_id', user).order('created_at', { ascending: false }).throwOnError()
  return data
}

/** One founder's decisions, newest first. */
export const decisionsQuery = (user: string) =>
  queryOptions({
    queryKey: keys.decisions(user),
    queryFn: () => selectDecisions(user),
    meta: { failed: texts.decisions.loadFailed },
  })

export function useLogDecision(user: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (form: DecisionForm) =>
      (await tables())
        .from('decisions')
        .insert({ user_id: user, ...form, ...UNRATED })
        .throwOnError(),
    onSuccess: () => toastSuccess(texts.decisions.logged),
    onError: () => toastError(texts.decisions.logFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.decisions(user) }),
  })
}

export const useDeleteDecision = (user: string) =>
  useOptimistic<Decision[], Decision>({
    queryKey: keys.decisions(user),
    run: async ({ id }) => (await tables()).from('decisions').delete().eq('id', id).throwOnError(),
    apply: (decisions, deleted) => decisions.filter(({ id }) => id !== deleted.id),
    undo: putBack,
    failed: texts.decisions.deleteFailed,
    succeeded: texts.decisions.deleted,
  })
