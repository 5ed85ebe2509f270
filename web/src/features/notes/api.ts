import { infiniteQueryOptions } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../lib/data/page-sizes.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { lastShown, pageAfter, shown, type Cursor } from '../../lib/data/pages.ts'
import { texts } from '../../lib/texts/texts.ts'
import { kept } from '../../lib/offline/kept-query.ts'

type Note = Tables['notes']

interface NotesPage {
  readonly notes: Note[]
  /** The number of all notes; counted with the first page. */
  readonly total: number | null
}

async function selectNotes(user: string, cursor: Cursor | null): Promise<NotesPage> {
  const counted = cursor ? {} : { count: 'exact' as const }
  const notes = (await tables()).from('notes').select('*', counted).eq('user_id', user)
  const { data, count } = await pageAfter(notes, cursor, PAGE_SIZE).throwOnError()
  return { notes: data, total: count }
}

/** One note, by its id. */
export async function selectNote(user: string, id: string): Promise<Note | null> {
  const notes = (await tables()).from('notes').select().eq('user_id', user)
  return (await notes.eq('id', id).maybeSingle().throwOnError()).data
}

/** The notes written for one founder, newest first, page by page. */
export const notesQuery = (user: string) =>
  kept(
    infiniteQueryOptions({
      queryKey: keys.notes(user),
      queryFn: ({ pageParam }) => selectNotes(user, pageParam),
      initialPageParam: null as Cursor | null,
      getNextPageParam: ({ notes }): Cursor | null => lastShown(notes, PAGE_SIZE),
      select: ({ pages }) => ({
        notes: shown(
          pages.map(({ notes }) => notes),
          PAGE_SIZE,
        ),
        total: pages[0]?.total ?? 0,
      }),
      meta: { failed: texts.notes.loadFailed },
    }),
  )
