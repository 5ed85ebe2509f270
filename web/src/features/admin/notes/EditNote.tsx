import type { SubmitEvent } from 'react'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useFocusAtFirst } from '../../../ui/use-focus-at-first.ts'
import { useEditNote, type Note, type NoteFilters } from './api.ts'
import { NoteFields } from './NoteFields.tsx'
import { completeNote, type WrittenNote } from './written-note.ts'

interface EditNoteProps {
  note: Note
  filters: NoteFilters
  onClose: () => void
}

/** Changes a note in its place. What is typed stays, as a draft, until it is saved or cancelled. */
export function EditNote({ note, filters, onClose }: EditNoteProps) {
  const { title, category, content } = note
  const [draft, setDraft] = useDraft<WrittenNote | null>(useAccount().id, `edited-note-${note.id}`, null)
  const { mutateAsync: edit } = useEditNote(filters)
  const first = useFocusAtFirst()
  const typed = draft ?? { title, category, content }
  const complete = completeNote(typed)
  const close = () => {
    setDraft(null)
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!complete) return
    close()
    edit({ note, change: complete }).catch(() => setDraft(typed))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any of its fields
    <form
      aria-label={`Edit note: ${title}`}
      className="flex flex-col gap-3"
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <NoteFields note={typed} onChange={(change) => setDraft({ ...typed, ...change })} titleRef={first} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" disabled={!complete}>
          Save
        </Button>
        <Button variant="outline" size="sm" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
