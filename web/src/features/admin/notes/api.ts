import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../../lib/data/page-sizes.ts'
import type { Tables } from '../../../../../domain/tables.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { inPages, newestFirst, restoreRow, without, type Pages, type Cursor } from '../../../lib/data/pages.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { useOptimistic } from '../../../lib/data/use-optimistic.ts'
import type { WrittenNote } from './written-note.ts'

/** A note with the name of its author; null where no one knows. */
export type Note = Tables['notes'] & { readonly author_name: string | null }
export type NewNote = WrittenNote & Pick<Note, 'user_id'>

/** Which notes are listed; an empty one filters nothing. */
export interface NoteFilters {
  readonly search: string
  readonly category: string
  readonly author: string
}

export const isFiltered = (filters: NoteFilters): boolean => Object.values(filters).some(Boolean)

async function findNotes({ search, category, author }: NoteFilters, cursor: Cursor | null): Promise<Note[]> {
  const found = (await tables()).rpc('find_notes', {
    search,
    ...(category && { category }),
    ...(author && { author }),
    ...(cursor && { after_created_at: cursor.created_at, after_id: cursor.id }),
    page_size: PAGE_SIZE + 1,
  })
  const { data } = await found.throwOnError()
  return data.map(({ note, author_name }) => ({ ...(note as unknown as Tables['notes']), author_name }))
}

/** Every founder's notes that match, newest first, page by page. */
export const notesQuery = (filters: NoteFilters) => ({
  ...newestFirst({
    queryKey: listKey(filters),
    size: PAGE_SIZE,
    select: (cursor) => findNotes(filters, cursor),
    failed: texts.notes.loadFailed,
  }),
  placeholderData: keepPreviousData,
})

const listKey = ({ search, category, author }: NoteFilters) => [...adminKeys.notes, 'list', search, category, author]

/** The categories of before, by name; suggestions that fail to load are left out. */
export const noteCategoriesQuery = queryOptions({
  queryKey: adminKeys.noteCategories,
  queryFn: async () => (await (await tables()).rpc('note_categories').throwOnError()).data,
})

/** Everyone who wrote a note, also former admins. */
export const noteAuthorsQuery = queryOptions({
  queryKey: adminKeys.noteAuthors,
  queryFn: async () =>
    (await (await tables()).rpc('note_authors').throwOnError()).data as readonly { id: string; name: string | null }[],
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

/** @param filters of the list that shows the note */
export const useEditNote = (filters: NoteFilters) =>
  useOptimistic<Pages<Note>, Edited>({
    queryKey: listKey(filters),
    writes: [adminKeys.notes, adminKeys.timelines],
    run: async ({ note: { id }, change }) => (await tables()).from('notes').update(change).eq('id', id).throwOnError(),
    apply: (pages, { note: { id }, change }) => changeNote(pages, id, change),
    undo: (pages, { note: { id, title, category, content } }) => changeNote(pages, id, { title, category, content }),
    failed: adminTexts.noteEditFailed,
    succeeded: adminTexts.noteEdited,
  })

const changeNote = (pages: Pages<Note>, id: string, change: WrittenNote) =>
  inPages(pages, (notes) => notes.map((note) => (note.id === id ? { ...note, ...change } : note)))

/** @param filters of the list that shows the note */
export const useDeleteNote = (filters: NoteFilters) =>
  useOptimistic<Pages<Note>, Note>({
    queryKey: listKey(filters),
    writes: [adminKeys.notes, adminKeys.timelines],
    run: async ({ id }) => (await tables()).from('notes').delete().eq('id', id).throwOnError(),
    apply: without,
    undo: restoreRow,
    failed: adminTexts.noteDeleteFailed,
    succeeded: adminTexts.noteDeleted,
  })
