import type { RefObject, SubmitEvent } from 'react'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { newUuid } from '../../../lib/data/uuid.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NoteFields } from '../notes/NoteFields.tsx'
import { completeNote, EMPTY_NOTE } from '../notes/written-note.ts'
import { useAddNoteFor, useUndoNotes } from './api.ts'
import { counted, bulkTexts } from './bulk-texts.ts'
import type { Done } from './UndoDone.tsx'

const DRAFT = 'note-for-many'

/** An attempt whose response may have been lost, and which may have added the note. */
interface Attempt {
  /** The note and its founders: the same again is sent under the same id, and adds nothing. */
  readonly content: string
  readonly batch: string
}

export interface BulkDialogProps {
  chosen: readonly string[]
  count: number
  onClose: () => void
  onDone: (done: Done) => void
  finalFocus: RefObject<HTMLElement | null>
}

/** The same note for each of many founders. The typed text stays until it is added. */
export function AddNoteDialog({ chosen, count, onClose, onDone, finalFocus }: BulkDialogProps) {
  const user = useAccount().id
  const [note, setNote] = useDraft(user, DRAFT, EMPTY_NOTE)
  // With the draft, which outlives the dialog.
  const [attempt, setAttempt] = useDraft<Attempt | null>(user, `${DRAFT}-attempt`, null)
  const { mutateAsync: add, isPending } = useAddNoteFor()
  const { mutateAsync: undo } = useUndoNotes()
  const completed = completeNote(note)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!completed || isPending) return
    const content = JSON.stringify([completed, chosen.toSorted()])
    const batch = attempt?.content === content ? attempt.batch : newUuid()
    setAttempt({ content, batch })
    const finish = ({ added, left }: Awaited<ReturnType<typeof add>>) => {
      setNote(EMPTY_NOTE)
      setAttempt(null)
      onDone({
        text: bulkTexts.noteAdded(added, left),
        undo: async () => bulkTexts.noteUndone(await undo(batch)),
      })
    }
    // Whether or not the dialog is still open: Undo is offered for what was added.
    add({ batch, chosen, note: completed }).then(finish, () => undefined)
  }

  return (
    <Dialog
      title={`Add a note for ${counted(count)}`}
      description="Each of them reads it in Founder Brain."
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <NoteFields note={note} onChange={(change) => setNote({ ...note, ...change })} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!completed} aria-disabled={isPending}>
            {isPending ? 'Adding...' : `Add for ${counted(count)}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
