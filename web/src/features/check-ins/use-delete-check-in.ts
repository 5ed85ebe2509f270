import { useMutation } from '@tanstack/react-query'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import type { CheckIn } from './api.ts'
import { checkInTexts } from './check-in-texts.ts'

export const useDeleteCheckIn = (user: string) =>
  useMutation({
    meta: { writes: [keys.checkIns.every(user)] },
    // A check-in that is too old is no error of the database: it deletes nothing.
    mutationFn: async ({ id }: CheckIn) =>
      (await tables()).from('weekly_checkins').delete().eq('id', id).select('id').single().throwOnError(),
    onSuccess: () => toastSuccess(checkInTexts.deleted),
    onError: () => toastError(checkInTexts.deleteFailed),
  })
