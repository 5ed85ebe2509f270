import { queryOptions, useMutation } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../../lib/data/page-sizes.ts'
import type { Tables } from '../../../../../domain/tables.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import {
  inPages,
  newestFirst,
  pageAfter,
  restoreRow,
  without,
  type Pages,
  type Cursor,
} from '../../../lib/data/pages.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { useOptimistic } from '../../../lib/data/use-optimistic.ts'
import type { WrittenNote } from './written-note.ts'

export type Note = Tables['notes']
export type NewNote = WrittenNote & Pick<Note, 'user_id'>

async function selectNotes(cursor: Cursor | null): Promise<Note[]> {
  const notes = (await tables()).from('notes').select()
  return (await pageAfter(notes, cursor, PAGE_SIZE).throwOnError()).data
}

/** Every founder's notes, newest first, page by page. */
export const allNotesQuery = newestFirst({
  queryKey: adminKeys.notes,
  size: PAGE_SIZE,
  select: selectNotes,
  failed: texts.notes.loadFailed,
})

/** The categories of before, by name; suggestions that fail to load are left out. */
export const noteCategoriesQuery = queryOptions({
  queryKey: adminKeys.noteCategories,
  queryFn: async () => (await (await tables()).rpc('note_categories').throwOnError()).data,
})

export const useCreateNote = (onCreated: (note: NewNote) => void) =>
  useMutation({
    meta: { writes: [adminKeys.notes, adminKeys.timelines] },
    mutationFn: async (note: NewNote) => (await tables()).from('notes').insert(note).throwOnError(),
    onSuccess: (_, note) => {
      onCreated(note)
      toastSuccess(adminTexts.noteCreated)
    },
    onError: () => toastError(adminTexts.noteCreateFailed),
  })

interface Edited {
  readonly note: Note
  readonly change: WrittenNote
}

export const useEditNote = () =>
  useOptimistic<Pages<Note>, Edited>({
    queryKey: adminKeys.notes,
    writes: [adminKeys.notes, adminKeys.timelines],
    run: async ({ note: { id }, change }) => (await tables()).from('notes').update(change).eq('id', id).throwOnError(),
    apply: (pages, { note: { id }, change }) => changeNote(pages, id, change),
    undo: (pages, { note: { id, title, category, content } }) => changeNote(pages, id, { title, category, content }),
    failed: adminTexts.noteEditFailed,
    succeeded: adminTexts.noteEdited,
  })

const changeNote = (pages: Pages<Note>, id: string, change: WrittenNote) =>
  inPages(pages, (notes) => notes.map((note) => (note.id === id ? { ...note, ...change } : note)))

export const useDeleteNote = () =>
  useOptimistic<Pages<Note>, Note>({
    queryKey: adminKeys.notes,
    run: async ({ id }) => (await tables()).from('notes').delete().eq('id', id).throwOnError(),
    apply: without,
    undo: restoreRow,
    failed: adminTexts.noteDeleteFailed,
    succeeded: adminTexts.noteDeleted,
  })
