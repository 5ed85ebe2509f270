import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CheckInAnswers } from '../../lib/data/check-in-form.ts'
import { keys } from '../../lib/data/keys.ts'
import { inPages, type Pages } from '../../lib/data/pages.ts'
import { tables } from '../../lib/session/client.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import type { CheckIn } from './api.ts'
import { checkInTexts } from './check-in-texts.ts'

interface Correction {
  /** As it is shown. */
  readonly checkIn: CheckIn
  readonly answers: CheckInAnswers
}

export function useCorrectCheckIn(user: string) {
  const queries = useQueryClient()
  return useMutation({
    meta: { writes: [keys.checkIns.every(user)] },
    mutationFn: async ({ checkIn: { id, corrected_at }, answers }: Correction) => {
      const { priority_outcome = null, ...others } = answers
      const changed = (await tables())
        .from('weekly_checkins')
        .update({ ...others, priority_outcome })
        .eq('id', id)
      // One that is too old, or was corrected elsewhere meanwhile, is no error of the database: it changes nothing.
      const shown = corrected_at === null ? changed.is('corrected_at', null) : changed.eq('corrected_at', corrected_at)
      return (await shown.select().single().throwOnError()).data
    },
    onSuccess: (saved) => {
      const swap = (rows: readonly CheckIn[]) => rows.map((row) => (row.id === saved.id ? saved : row))
      queries.setQueryData<CheckIn[]>(keys.checkIns.recent(user), (rows) => rows && swap(rows))
      queries.setQueryData<Pages<CheckIn>>(keys.checkIns.all(user), (pages) => pages && inPages(pages, swap))
      toastSuccess(checkInTexts.corrected)
    },
    onError: () => toastError(texts.checkIns.saveFailed),
  })
}
