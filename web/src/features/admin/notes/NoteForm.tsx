import { useRef, type SubmitEvent } from 'react'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FounderChoice, type ChosenFounder } from '../FounderChoice.tsx'
import { useCreateNote, type NewNote } from './api.ts'
import { NoteFields } from './NoteFields.tsx'
import { completeNote, EMPTY_NOTE, type WrittenNote } from './written-note.ts'

interface Draft extends WrittenNote {
  readonly founder: ChosenFounder | null
}

const EMPTY: Draft = { ...EMPTY_NOTE, founder: null }

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
        <NoteFields note={note} onChange={(change) => setNote({ ...note, ...change })} titleRef={title} />
        <Button type="submit" disabled={!complete} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Create Note'}
        </Button>
      </form>
    </Card>
  )
}

/** The note to store, or undefined while founder, title or content is missing (SPEC section 5). */
function completed({ founder, ...written }: Draft): NewNote | undefined {
  const note = completeNote(written)
  return founder && note ? { user_id: founder.id, ...note } : undefined
}
