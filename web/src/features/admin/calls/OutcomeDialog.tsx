import type { SubmitEvent } from 'react'
import { callTime } from '../../../../../domain/booking.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextareaField } from '../../../ui/Field.tsx'
import { RadioRow } from '../../../ui/RadioRow.tsx'
import { CALL_OUTCOMES, OUTCOME_LIMIT, useRecordOutcome, type CallOutcome, type PastCall } from './call-outcomes.ts'

interface OutcomeDialogProps {
  call: PastCall
  founderName: string
  /** What is recorded already. */
  recorded?: { readonly outcome: CallOutcome; readonly content: string } | null
  onClose: () => void
}

/** Records what came of a call. What is typed stays until it is saved. */
export function OutcomeDialog({ call, founderName, recorded = null, onClose }: OutcomeDialogProps) {
  // Null until something is typed.
  const [typed, setTyped] = useDraft<{ outcome: CallOutcome | null; content: string } | null>(
    useAccount().id,
    `call-outcome:${call.id}`,
    null,
  )
  const draft = typed ?? recorded ?? { outcome: null, content: '' }
  const { mutateAsync: record, isPending } = useRecordOutcome()
  const save = async (outcome: CallOutcome | null) => {
    if (isPending) return
    try {
      await record({ booking: call.id, outcome, content: draft.content.trim() })
      setTyped(null)
      onClose()
    } catch {
      // The notice says it.
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (draft.outcome) void save(draft.outcome)
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
        <div className="flex flex-wrap justify-end gap-2">
          {recorded && (
            <Button variant="ghost" className="mr-auto" aria-disabled={isPending} onClick={() => void save(null)}>
              Remove
            </Button>
          )}
          <Button type="submit" disabled={draft.outcome === null} aria-disabled={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
