import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Tables } from '../../../../../domain/tables.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { inboxTexts } from './inbox-texts.ts'

/** Characters; the database refuses more. */
export const SAVED_REPLY_LIMITS = { title: 60, content: 5000 } as const

export type SavedReply = Tables['saved_replies']

/** A saved reply as it is written; without an id it is new. */
export type WrittenReply = Pick<SavedReply, 'title' | 'content'> & { readonly id?: string }

async function selectReplies(): Promise<SavedReply[]> {
  return (await (await tables()).from('saved_replies').select().order('title').order('id').throwOnError()).data
}

/** The replies of the whole team, by title. */
export const savedRepliesQuery = queryOptions({
  queryKey: adminKeys.savedReplies,
  queryFn: selectReplies,
  meta: { failed: inboxTexts.savedRepliesFailed },
})

/** PostgreSQL's code for a duplicate key, and PostgREST's for an update that found no row. */
const UNIQUE_VIOLATION = '23505'
const NO_ROW = 'PGRST116'

const reasons: Readonly<Record<string, string>> = {
  [UNIQUE_VIOLATION]: inboxTexts.replyTitleTaken,
  [NO_ROW]: inboxTexts.replyGone,
}

/** @param onGone called when the reply was deleted meanwhile */
export const useSaveReply = (onSaved: () => void, onGone: () => void) =>
  useMutation({
    meta: { writes: [adminKeys.savedReplies] },
    mutationFn: async ({ id, title, content }: WrittenReply) => {
      const replies = (await tables()).from('saved_replies')
      return id === undefined
        ? replies.insert({ title, content }).throwOnError()
        : replies.update({ title, content }).eq('id', id).select('id').single().throwOnError()
    },
    onSuccess: onSaved,
    onError: ({ code = '' }: { code?: string }) => {
      if (code === NO_ROW) onGone()
      toastError(reasons[code] ?? inboxTexts.replyNotSaved)
    },
  })

export const useDeleteReply = () =>
  useMutation({
    meta: { writes: [adminKeys.savedReplies] },
    mutationFn: async (id: string) => (await tables()).from('saved_replies').delete().eq('id', id).throwOnError(),
    onError: () => toastError(inboxTexts.replyNotDeleted),
  })
