import { useRef, type SubmitEvent } from 'react'
import { DEFAULT_NOTE_CATEGORY, NOTE_LIMITS } from '../../../../../domain/notes.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useAccount } from '../../../lib/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { TextareaField, TextField } from '../../../ui/Field.tsx'
import { FounderChoice, type ChosenFounder } from '../FounderChoice.tsx'
import { useCreateNote, type NewNote } from './api.ts'

interface Draft extends Omit<NewNote, 'user_id'> {
  readonly founder: ChosenFounder | null
}

const EMPTY: Draft = { founder: null, title: '', category: DEFAULT_NOTE_CATEGORY, content: '' }

export function NoteForm() {
  const [note, setNote] = useDraft(useAccount().id, 'note', EMPTY)
  const { mutate: create, isPending } = useCreateNote((written) => {
    // Keeps text typed meanwhile.
    setNote((now) => (completed(now)?.content === written.content ? { ...EMPTY, founder: now.founder } : now))
    // The button is disabled until the next note, so the focus moves on.
    if (document.activeElement?.matches('button[type=submit]')) title.current?.focus()
  })
  const complete = completed(note)
  const isSending = useRef(false)
  const title = useRef<HTMLInputElement>(null)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Two presses may arrive before the button is rendered as disabled.
    if (!complete || isSending.current) return
    isSending.current = true
    create(complete, { onSettled: () => (isSending.current = false) })
  }

  return (
    <Card title="New Note">
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <FounderChoice value={note.founder} onChange={(founder) => setNote({ ...note, founder })} />
        <TextField
          ref={title}
          label="Title"
          required
          limit={NOTE_LIMITS.title}
          value={note.title}
          onChange={(event) => setNote({ ...note, title: event.target.value })}
        />
        <TextField
          label="Category"
          limit={NOTE_LIMITS.category}
          value={note.category}
          onChange={(event) => setNote({ ...note, category: event.target.value })}
        />
        <TextareaField
          label="Content"
          required
          limit={NOTE_LIMITS.content}
          className="min-h-32"
          value={note.content}
          onChange={(event) => setNote({ ...note, content: event.target.value })}
        />
        <Button type="submit" disabled={!complete} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Create Note'}
        </Button>
      </form>
    </Card>
  )
}

/** The note to store, or undefined while founder, title or content is missing (SPEC section 5). */
function completed({ founder, ...texts }: Draft): NewNote | undefined {
  const title = texts.title.trim()
  const content = texts.content.trim()
  if (!founder || !title || !content) return undefined
  return { user_id: founder.id, title, category: texts.category.trim() || DEFAULT_NOTE_CATEGORY, content }
}
