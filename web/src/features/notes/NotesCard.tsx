import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/texts/dates.ts'
import { useLinkedRow } from '../../lib/data/linked-row.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { notesQuery, selectNote } from './api.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

export function NotesCard() {
  const { id: user } = useAccount()
  const notes = useInfiniteQuery(notesQuery(user))
  const rows = useLinkedRow(notes.data?.notes, { queryKey: keys.notes(user), select: (id) => selectNote(user, id) })
  const description = notes.data && `${notes.data.total} total notes (read-only)`
  return (
    <Card title="Notes & Insights" description={description}>
      <Loaded
        query={{ ...notes, data: rows }}
        failed={texts.notes.loadFailed}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No notes yet. Your growth team writes them here." />}
      >
        {(rows) => (
          <PagedList rows={rows} query={notes} moreLabel="Load More Notes">
            {(note) => (
              <article>
                <div className="flex flex-wrap items-center gap-2">
                  <h3 className="min-w-0 text-base wrap-anywhere">{note.title}</h3>
                  <Badge>{note.category}</Badge>
                  <span className="text-sm text-muted">{formatDay(note.created_at)}</span>
                </div>
                <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">
                  <LinkedText text={note.content} />
                </p>
              </article>
            )}
          </PagedList>
        )}
      </Loaded>
    </Card>
  )
}
