import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDay } from '../../../lib/texts/dates.ts'
import { NAMELESS } from '../../../lib/session/profile.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { DeleteButton } from '../../../ui/DeleteButton.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { NoteTexts } from '../../../ui/NoteTexts.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { namesQuery } from '../../../lib/data/names.ts'
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts'
import { isFiltered, notesQuery, useDeleteNote, type Note, type NoteFilters } from './api.ts'
import { EditNote } from './EditNote.tsx'
import { NoteForm } from './NoteForm.tsx'
import { NotesFilters } from './NotesFilters.tsx'
import { useNotesView } from './view.ts'

export function FounderNotes() {
  const view = useNotesView()
  const filters = { ...view.filters, search: useDebouncedValue(view.filters.search.trim()) }
  const notes = useInfiniteQuery(notesQuery(filters))
  // The empty result of the previous search does not apply to this one.
  const isEmptyGuess = notes.isPlaceholderData && notes.data?.length === 0
  const { data: names } = useQuery(namesQuery([...new Set(notes.data?.map(({ user_id }) => user_id))]))
  return (
    <Page title="Manage Founder Notes" description="Founders read their own notes in Founder Brain.">
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <NoteForm />
        <Card title="All Notes">
          <NotesFilters view={view} />
          <Loaded
            query={isEmptyGuess ? { ...notes, data: undefined } : notes}
            failed={texts.notes.loadFailed}
            isEmpty={(rows) => rows.length === 0}
            empty={
              isFiltered(filters) ? (
                <EmptyState title="No notes match." hint="Try other words, or fewer filters." />
              ) : (
                <EmptyState
                  title="No notes yet."
                  hint="What you write for a founder appears here, and in their Founder Brain."
                />
              )
            }
          >
            {(rows) => (
              <div aria-busy={notes.isPlaceholderData} className="aria-busy:opacity-60">
                <PagedList rows={rows} query={notes} moreLabel="Load More Notes">
                  {(note) => (
                    <NoteItem note={note} filters={filters} founderName={names?.get(note.user_id) ?? NAMELESS} />
                  )}
                </PagedList>
              </div>
            )}
          </Loaded>
        </Card>
      </div>
    </Page>
  )
}

interface NoteItemProps {
  note: Note
  filters: NoteFilters
  founderName: string
}

function NoteItem({ note, filters, founderName }: NoteItemProps) {
  const { mutate: remove } = useDeleteNote(filters)
  const [isEdited, setIsEdited] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsEdited(false)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (isEdited) return <EditNote note={note} filters={filters} onClose={close} />
  return (
    <article className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <NoteTexts
          note={note}
          details={
            <>
              <FounderLink founder={note.user_id} name={founderName} /> · {formatDay(note.created_at)}
              {note.author_name !== null && ` · by ${note.author_name}`}
            </>
          }
        />
      </div>
      <Button
        ref={pencil}
        variant="ghost"
        size="icon"
        className="text-muted"
        aria-label={`Edit note: ${note.title}`}
        onClick={() => setIsEdited(true)}
      >
        <Pencil aria-hidden />
      </Button>
      <DeleteButton
        label={`Delete note: ${note.title}`}
        title="Delete this note?"
        description={`${founderName} no longer sees it.`}
        onDelete={() => remove(note)}
      />
    </article>
  )
}
