import { useMutation } from '@tanstack/react-query'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { tables } from '../../../lib/session/client.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { ownerTexts } from './owner-texts.ts'

interface OwnerChange {
  readonly founders: readonly string[]
  /** Null: no one. */
  readonly member: string | null
}

async function setOwner({ founders, member }: OwnerChange) {
  // The generated type has no null for arguments.
  const set = (await tables()).rpc('set_owner', { founders: [...founders], member: member as string })
  return (await set.throwOnError()).data as { former: string | null; changed: string[] }[]
}

/** Makes an admin the owner of founders. @returns those who had another owner, by that owner */
export const useSetOwner = () =>
  useMutation({
    meta: {
      writes: [
        ...[adminKeys.summaries, adminKeys.cohort, adminKeys.foundersOfAll, adminKeys.dashboard],
        adminKeys.conversations,
      ],
    },
    mutationFn: setOwner,
    onError: (error: { code?: string }) =>
      toastError(error.code === '22023' ? ownerTexts.noAdmin : ownerTexts.changeFailed),
  })
