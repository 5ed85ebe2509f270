import { useState, type SubmitEvent } from 'react'
import { callTime } from '../../../../../domain/booking.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { RadioRow } from '../../../ui/RadioRow.tsx'
import { Overtaken } from '../users/Overtaken.tsx'
import {
  CALL_OUTCOMES,
  OUTCOME_LIMIT,
  outcomeLabel,
  useOutcome,
  useRecordOutcome,
  type CallOutcome,
  type Outcome,
  type PastCall,
} from './call-outcomes.ts'
import { callTexts } from './call-texts.ts'

interface Typed {
  readonly outcome: CallOutcome | null
  readonly content: string
  /** What was recorded when it was begun. */
  readonly of: Outcome | null
}

interface OutcomeDialogProps {
  call: PastCall
  founderName: string
  /** What the list has recorded. */
  shown?: Outcome | null
  onClose: () => void
}

/** Records what came of a call. What is typed stays until it is saved. */
export function OutcomeDialog({ call, founderName, shown = null, onClose }: OutcomeDialogProps) {
  const recorded = useOutcome(call.id, shown)
  // Null until something is typed.
  const [typed, setTyped] = useDraft<Typed | null>(useAccount().id, `call-outcome:${call.id}`, null)
  const draft = typed ?? { outcome: null, content: '', ...recorded, of: recorded }
  const isOvertaken =
    recorded !== null && (recorded.outcome !== draft.of?.outcome || recorded.content !== draft.of.content)
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync: record, isPending } = useRecordOutcome(call.id)
  const save = async (outcome: CallOutcome | null, known: Outcome | null) => {
    if (isPending) return
    try {
      await record({ outcome, content: draft.content.trim(), known })
      setTyped(null)
      onClose()
    } catch {
      // A notice says it.
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (draft.outcome && !isOvertaken) void save(draft.outcome, draft.of)
  }
  return (
    <Dialog
      title={`Call with ${founderName}`}
      description={`${callTime(call)}, with the ${SQUAD.find(({ id }) => id === call.member)?.name}`}
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <RadioRow
          legend="What came of it?"
          className="grid-cols-2"
          options={CALL_OUTCOMES}
          value={draft.outcome}
          onChange={(outcome) => setTyped({ ...draft, outcome })}
        />
        <TextareaField
          label="Internal note"
          hint="The founder never sees it."
          limit={OUTCOME_LIMIT}
          className="min-h-24"
          value={draft.content}
          onChange={({ target }) => setTyped({ ...draft, content: target.value })}
        />
        {isOvertaken && (
          <Overtaken
            what={callTexts.overtaken}
            stored={[outcomeLabel(recorded.outcome), recorded.content].filter(Boolean).join('\n')}
            onKeepMine={() => setTyped({ ...draft, of: recorded })}
            onTakeTheirs={() => setTyped(null)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {recorded && (
            <Button
              variant="ghost"
              className="mr-auto text-destructive!"
              aria-disabled={isPending}
              onClick={() => !isPending && setIsAsking(true)}
            >
              Remove
            </Button>
          )}
          <Button type="submit" disabled={draft.outcome === null} aria-disabled={isPending || isOvertaken}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      {isAsking && (
        <AlertDialog
          title="Remove what came of this call?"
          description="The outcome and its note are deleted. This cannot be undone."
          confirmLabel="Remove"
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            void save(null, recorded)
          }}
        />
      )}
    </Dialog>
  )
}
