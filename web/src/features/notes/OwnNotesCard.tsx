import { useInfiniteQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { useLinkedRow } from '../../lib/data/linked-row.ts'
import { keys } from '../../lib/data/keys.ts'
import { isSaved } from '../../lib/data/use-optimistic.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { addToOutbox, useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { formatDay } from '../../lib/texts/dates.ts'
import { texts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DeleteButton } from '../../ui/DeleteButton.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { tooLong, useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { OutboxList } from '../../ui/OutboxList.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import {
  OWN_NOTE_LIMIT,
  ownNotesQuery,
  selectOwnNote,
  useDeleteOwnNote,
  useRewriteOwnNote,
  type OwnNote,
} from './own-notes-api.ts'

/** Notes that a founder writes for themselves. */
export function OwnNotesCard() {
  const { id: user } = useAccount()
  const notes = useInfiniteQuery(ownNotesQuery(user))
  const rows = useLinkedRow(notes.data, { queryKey: keys.ownNotes(user), select: (id) => selectOwnNote(user, id) })
  return (
    <Card title="My Notes" description="Only you can read these. Your AI co-founder finds them when you ask.">
      <NewNote />
      <Loaded
        query={{ ...notes, data: rows }}
        failed={texts.notes.loadFailed}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No notes yet. Write down what you want to remember." />}
      >
        {(rows) => (
          <PagedList rows={rows} query={notes} moreLabel="Load More Notes">
            {(note) => <OwnNoteItem note={note} />}
          </PagedList>
        )}
      </Loaded>
    </Card>
  )
}

function NewNote() {
  const { id: user } = useAccount()
  const [content, setContent] = useDraft(user, 'own-note', '')
  const field = useRef<HTMLTextAreaElement>(null)
  const save = () => {
    addToOutbox(user, 'own-note', { content: content.trim() })
    setContent('')
    field.current?.focus()
  }
  return (
    <NoteForm label="New note" content={content} onChange={setContent} onSave={save} ref={field}>
      <UnsentNotes isFree={content === ''} onEdit={setContent} />
    </NoteForm>
  )
}

/** @param isFree whether the field is empty, into which a note is put back */
function UnsentNotes({ isFree, onEdit }: { isFree: boolean; onEdit: (content: string) => void }) {
  const { id: user } = useAccount()
  const { rows, edit, discard } = useUnsent(user, 'own-note')
  const putBack = (id: string) =>
    edit(id, ({ content }) => {
      if (readDraft(user, 'own-note', '') !== '') return false
      onEdit(content)
      return true
    })
  return (
    <OutboxList
      rows={rows.map(({ id, payload, reason }) => ({ id, label: payload.content.slice(0, 80), reason }))}
      isOffline={useOffline()}
      onEdit={isFree ? putBack : undefined}
      onDiscard={discard}
    />
  )
}

function OwnNoteItem({ note }: { note: OwnNote }) {
  const { id: user } = useAccount()
  const [isEditing, setIsEditing] = useState(false)
  const [typed, setTyped] = useDraft<string | null>(user, `own-note:${note.id}`, null)
  const { mutate: rewrite } = useRewriteOwnNote(user, ({ content }) => setTyped(content))
  const { mutate: remove } = useDeleteOwnNote(user)
  const pencil = useRef<HTMLButtonElement>(null)
  const content = typed ?? note.content
  const title = note.content.slice(0, 80)
  const close = () => {
    setTyped(null)
    setIsEditing(false)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  const save = () => {
    if (content.trim() !== note.content) rewrite({ note, content: content.trim() })
    close()
  }
  if (isEditing || typed !== null) {
    return (
      <NoteForm
        label={`Edit note: ${title}`}
        content={content}
        onChange={setTyped}
        onSave={save}
        onCancel={close}
        isFocused={isEditing}
      />
    )
  }
  return (
    <article className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="max-w-3xl wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={note.content} />
        </p>
        <p className="mt-1 text-sm text-muted">{formatDay(note.created_at)}</p>
      </div>
      <div className="flex max-sm:flex-col">
        <Button
          ref={pencil}
          variant="ghost"
          size="icon"
          className="text-muted"
          aria-label={`Edit note: ${title}`}
          disabled={!isSaved(note)}
          onClick={() => setIsEditing(true)}
        >
          <Pencil aria-hidden />
        </Button>
        <DeleteButton
          label={`Delete note: ${title}`}
          title="Delete this note?"
          description={`“${title}” will be deleted permanently.`}
          onDelete={() => remove(note)}
        />
      </div>
    </article>
  )
}

interface NoteFormProps {
  label: string
  content: string
  onChange: (content: string) => void
  onSave: () => void
  onCancel?: () => void
  isFocused?: boolean
  ref?: RefObject<HTMLTextAreaElement | null>
  children?: React.ReactNode
}

function NoteForm({ label, content, onChange, onSave, onCancel, isFocused = false, ref, children }: NoteFormProps) {
  const { isRight, errorOf, refuse } = useFieldErrors({
    content: content.trim() === '' ? 'Write something first.' : tooLong(content, OWN_NOTE_LIMIT),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!refuse(event)) onSave()
  }
  return (
    <form noValidate className="flex flex-col items-start gap-2" onSubmit={submit}>
      {children}
      <div className="w-full">
        <WithError error={errorOf('content')}>
          {(wrong) => (
            <Textarea
              ref={ref}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- its button was pressed
              autoFocus={isFocused}
              aria-label={label}
              name="content"
              placeholder={onCancel ? undefined : 'A call, a doubt, an idea…'}
              limit={OWN_NOTE_LIMIT}
              value={content}
              onChange={({ target }) => onChange(target.value)}
              onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
              {...wrong}
            />
          )}
        </WithError>
      </div>
      <div className="flex gap-3">
        <SaveButton size="sm" aria-disabled={!isRight}>
          Save
        </SaveButton>
        {onCancel && (
          <Button variant="outline" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
