import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../../domain/database.types.ts'
import { tables } from '../../../lib/client.ts'
import { keys } from '../../../lib/keys.ts'
import { texts } from '../../../lib/texts.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { useOptimistic } from '../../../lib/use-optimistic.ts'

export type Note = Database['public']['Tables']['notes']['Row']
export type NewNote = Pick<Note, 'user_id' | 'title' | 'category' | 'content'>

async function selectNotes(): Promise<Note[]> {
  const { data } = await (
    await tables()
  )
    .from('notes')
    .select()
    .order('created_at', { ascending: false })
    .throwOnError()
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
    undo: (notes, deleted) => [...notes, deleted].sort((a, b) => b.created_at.localeCompare(a.created_at)),
    failed: texts.admin.noteDeleteFailed,
    succeeded: texts.admin.noteDeleted,
  })
