import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tables } from '../../../../../domain/tables.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { appendedRow, rowId, unlessStored, useOptimistic } from '../../../lib/data/use-optimistic.ts'
import { inboxTexts } from './inbox-texts.ts'

/** A note of the team about a founder, who never sees it. */
export type InternalNote = Tables['internal_notes']

/** Characters; the database refuses more. */
export const INTERNAL_NOTE_LIMIT = 5000

/** The newest notes that a conversation shows. */
const MAX_NOTES = 200

async function selectNotes(founder: string): Promise<InternalNote[]> {
  const notes = (await tables()).from('internal_notes').select().eq('user_id', founder)
  const newest = notes.order('created_at', { ascending: false }).order('id').limit(MAX_NOTES)
  return (await newest.throwOnError()).data.toReversed()
}

/** The notes about one founder, oldest first, with live updates. */
export function useInternalNotes(founder: string): readonly InternalNote[] {
  useLiveRows('internal_notes', founder, adminKeys.internalNotes(founder))
  const notes = queryOptions({
    queryKey: adminKeys.internalNotes(founder),
    queryFn: () => selectNotes(founder),
    meta: { failed: inboxTexts.notesFailed },
  })
  return useQuery(notes).data ?? []
}

export const newInternalNote = (
  founder: string,
  author: string,
  content: string,
  id: string,
  mentions: readonly string[],
): InternalNote => ({
  id,
  user_id: founder,
  author_id: author,
  content,
  created_at: new Date().toISOString(),
  mentions: [...mentions],
})

/** A note is shown at once; on failure it is removed, and its text returns. */
export const useAddInternalNote = (founder: string, restoreInput: (note: InternalNote) => void) =>
  useOptimistic<InternalNote[], InternalNote, InternalNote>({
    queryKey: adminKeys.internalNotes(founder),
    run: async ({ id: unsaved, user_id, content, mentions }) => {
      const id = rowId(unsaved)
      const notes = (await tables()).from('internal_notes')
      const added = await notes
        .insert({ id, user_id, content, ...(mentions.length > 0 && { mentions }) })
        .select()
        .single()
        .throwOnError()
        .then(undefined, unlessStored)
      return (added ?? (await notes.select().eq('id', id).single().throwOnError())).data
    },
    ...appendedRow,
    restoreInput,
    failed: inboxTexts.noteFailed,
  })

export const useDeleteInternalNote = (founder: string) =>
  useOptimistic<InternalNote[], InternalNote>({
    queryKey: adminKeys.internalNotes(founder),
    run: async ({ id }) => (await tables()).from('internal_notes').delete().eq('id', id).throwOnError(),
    apply: (notes, { id }) => notes.filter((note) => note.id !== id),
    undo: (notes, note) => [...notes, note].toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at)),
    failed: inboxTexts.noteDeleteFailed,
  })
