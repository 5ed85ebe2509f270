import type { SubmitEvent } from 'react'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useCreateNote } from '../notes/api.ts'
import { NoteFields } from '../notes/NoteFields.tsx'
import { completeNote, EMPTY_NOTE } from '../notes/written-note.ts'

interface FounderNoteDialogProps {
  founder: string
  name: string
  onClose: () => void
}

/** A note for one founder. The typed text stays until it is saved. */
export function FounderNoteDialog({ founder, name, onClose }: FounderNoteDialogProps) {
  const [note, setNote] = useDraft(useAccount().id, `note-for-${founder}`, EMPTY_NOTE)
  const { mutate: create, isPending } = useCreateNote(() => {
    setNote(EMPTY_NOTE)
    onClose()
  })
  const completed = completeNote(note)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (completed && !isPending) create({ user_id: founder, ...completed })
  }
  return (
    <Dialog title={`Add a note for ${name}`} description="The founder reads it in Founder Brain." onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <NoteFields note={note} onChange={(change) => setNote({ ...note, ...change })} />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!completed} aria-disabled={isPending}>
            {isPending ? 'Saving...' : 'Add Note'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
