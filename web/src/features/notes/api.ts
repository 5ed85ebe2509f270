import { queryOptions } from '@tanstack/react-query'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { texts } from '../../lib/texts.ts'

export type Note = Tables['notes']

async function selectNotes(user: string): Promise<Note[]> {
  const notes = (await tables()).from('notes')
  const { data } = await notes.select().eq('user_id', user).order('created_at', { ascending: false }).throwOnError()
  return data
}

/** The notes written for one founder, newest first. */
export const notesQuery = (user: string) =>
  queryOptions({
    queryKey: keys.notes(user),
    queryFn: () => selectNotes(user),
    meta: { failed: texts.notes.loadFailed },
  })
