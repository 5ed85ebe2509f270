import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/texts/dates.ts'
import { useLinkedRow } from '../../lib/data/linked-row.ts'
import { keys } from '../../lib/data/keys.ts'
import { useLocation } from '../../lib/navigation/Router.tsx'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { Card } from '../../ui/Card.tsx'
import { NoteTexts } from '../../ui/NoteTexts.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { notesQuery, selectNote } from './api.ts'

export function NotesCard() {
  const { id: user } = useAccount()
  // Of a link from the board, which counts the notes since then.
  const { state } = useLocation() as { state: { newSince?: string } | null }
  const newSince = Date.parse(state?.newSince ?? '')
  const notes = useInfiniteQuery(notesQuery(user))
  const rows = useLinkedRow(notes.data?.notes, { queryKey: keys.notes(user), select: (id) => selectNote(user, id) })
  const description = notes.data && `${notes.data.total} total notes (read-only)`
  return (
    <Card title="Notes & Insights" description={description}>
      <Loaded
        query={{ ...notes, data: rows }}
        failed={texts.notes.loadFailed}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No notes yet. Notes from your growth team will appear here." />}
      >
        {(rows) => (
          <PagedList rows={rows} query={notes} moreLabel="Load More Notes">
            {(note) => (
              <article>
                <NoteTexts
                  note={note}
                  details={formatDay(note.created_at)}
                  isNew={Date.parse(note.created_at) > newSince}
                />
              </article>
            )}
          </PagedList>
        )}
      </Loaded>
    </Card>
  )
}
