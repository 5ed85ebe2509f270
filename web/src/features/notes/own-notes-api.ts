import type { Tables } from '../../../../domain/tables.ts'
import { keys } from '../../lib/data/keys.ts'
import { PAGE_SIZE } from '../../lib/data/page-sizes.ts'
import { inPages, newestFirst, pageAfter, restoreRow, without, type Cursor, type Pages } from '../../lib/data/pages.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { tables } from '../../lib/session/client.ts'
import { texts } from '../../lib/texts/texts.ts'

export type OwnNote = Tables['own_notes']

/** Characters; the database refuses more. */
export const OWN_NOTE_LIMIT = 10_000

async function selectOwnNotes(user: string, cursor: Cursor | null): Promise<OwnNote[]> {
  const notes = (await tables()).from('own_notes').select().eq('user_id', user)
  return (await pageAfter(notes, cursor, PAGE_SIZE).throwOnError()).data
}

/** One note, by its id. */
export async function selectOwnNote(user: string, id: string): Promise<OwnNote | null> {
  const notes = (await tables()).from('own_notes').select().eq('user_id', user)
  return (await notes.eq('id', id).maybeSingle().throwOnError()).data
}

/** The founder's own notes, newest first, page by page. */
export const ownNotesQuery = (user: string) =>
  kept(
    newestFirst({
      queryKey: keys.ownNotes(user),
      size: PAGE_SIZE,
      select: (cursor) => selectOwnNotes(user, cursor),
      failed: texts.notes.loadFailed,
    }),
  )

interface Rewrite {
  readonly note: OwnNote
  readonly content: string
}

const withContent = (pages: Pages<OwnNote>, id: string, content: string) =>
  inPages(pages, (notes) => notes.map((note) => (note.id === id ? { ...note, content } : note)))

/** @param restoreInput gets what was typed when it could not be stored */
export const useRewriteOwnNote = (user: string, restoreInput: (rewrite: Rewrite) => void) =>
  useOptimistic<Pages<OwnNote>, Rewrite>({
    queryKey: keys.ownNotes(user),
    run: async ({ note, content }) =>
      (await tables()).from('own_notes').update({ content }).eq('id', note.id).select('id').single().throwOnError(),
    apply: (pages, { note, content }) => withContent(pages, note.id, content),
    undo: (pages, { note }) => withContent(pages, note.id, note.content),
    restoreInput,
    failed: texts.notes.updateFailed,
    succeeded: texts.notes.saved,
  })

export const useDeleteOwnNote = (user: string) =>
  useOptimistic<Pages<OwnNote>, OwnNote>({
    queryKey: keys.ownNotes(user),
    run: async ({ id }) => (await tables()).from('own_notes').delete().eq('id', id).throwOnError(),
    apply: without,
    undo: restoreRow,
    failed: texts.notes.deleteFailed,
    succeeded: texts.notes.deleted,
  })
