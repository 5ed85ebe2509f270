import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../lib/data/keys.ts'
import { inPages, type Pages } from '../../lib/data/pages.ts'
import { tables } from '../../lib/session/client.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import type { Decision } from './api.ts'
import type { DecisionFields } from './decision-form.ts'
import { decisionTexts } from './decision-texts.ts'

interface Edit {
  /** As it is shown. */
  readonly decision: Decision
  readonly fields: DecisionFields
}

export function useEditDecision(user: string) {
  const queries = useQueryClient()
  return useMutation({
    // Also after a refusal: then the list shows why.
    meta: { writes: [keys.decisions.every(user)] },
    mutationFn: async ({ decision: { id, edited_at }, fields: { reviewOn, ...texts } }: Edit) => {
      const edit = {
        decision: id,
        ...texts,
        ...(reviewOn && { review_on: reviewOn }),
        ...(edited_at !== null && { shown: edited_at }),
      }
      return (await (await tables()).rpc('edit_decision', edit).throwOnError()).data
    },
    onSuccess: (edited) => {
      queries.setQueryData<Pages<Decision>>(
        keys.decisions.all(user),
        (pages) => pages && inPages(pages, (rows) => rows.map((row) => (row.id === edited.id ? edited : row))),
      )
      toastSuccess(decisionTexts.edited)
    },
    onError: () => toastError(decisionTexts.editFailed),
  })
}
