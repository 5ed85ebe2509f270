import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tables } from '../../../../../domain/tables.ts'
import { tables } from '../../../lib/client.ts'
import { keys } from '../../../lib/keys.ts'
import { texts } from '../../../lib/texts.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { putBack, useOptimistic } from '../../../lib/use-optimistic.ts'

export type Note = Tables['notes']
export type NewNote = Pick<Note, 'user_id' | 'title' | 'category' | 'content'>

async function selectNotes(): Promise<Note[]> {
  const notes = (await tables()).from('notes')
  const { data } = await notes.select().order('created_at', { ascending: false }).throwOnError()
  return data
}

/** The notes of all founders, newest first. */
export const allNotesQuery = queryOptions({
  queryKey: keys.admin.notes,
  queryFn: selectNotes,
  meta: { failed: texts.notes.loadFailed },
})

export function useCreateNote() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (note: NewNote) => (await tables()).from('notes').insert(note).throwOnError(),
    onSuccess: () => {
      toastSuccess(texts.admin.noteCreated)
      return queries.invalidateQueries({ queryKey: keys.admin.notes })
    },
    onError: () => toastError(texts.admin.noteCreateFailed),
  })
}

export const useDeleteNote = () =>
  useOptimistic<Note[], Note>({
    queryKey: keys.admin.notes,
    run: async ({ id }) => (await tables()).from('notes').delete().eq('id', id).throwOnError(),
    apply: (notes, deleted) => notes.filter(({ id }) => id !== deleted.id),
    undo: putBack,
    failed: texts.admin.noteDeleteFailed,
    succeeded: texts.admin.noteDeleted,
  })
