import { useState, type SubmitEvent } from 'react'
import { addDays } from '../../../../../domain/days.ts'
import { SNOOZE_DAYS, SNOOZE_REASON_LIMIT } from '../../../lib/texts/radar.ts'
import { dayOf } from '../../../../../domain/week.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { useSnooze } from './radar.ts'

interface SnoozeDialogProps {
  founder: string
  name: string
  onClose: () => void
}

/** Leaves a founder out of the radar until a day. */
export function SnoozeDialog({ founder, name, onClose }: SnoozeDialogProps) {
  // The database's days are UTC's.
  const today = dayOf(useNow(), 'UTC')
  const [until, setUntil] = useState<string>(addDays(today, SNOOZE_DAYS.usual))
  const [reason, setReason] = useState('')
  const { mutate: snooze, isPending } = useSnooze(onClose)
  const isComplete = until !== '' && reason.trim() !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete && !isPending) snooze({ founder, until, reason: reason.trim() })
  }
  return (
    <Dialog
      title={`Snooze ${name}`}
      description="Hidden from “Founders who need you” until the day you choose."
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Until"
          type="date"
          required
          min={addDays(today, 1)}
          max={addDays(today, SNOOZE_DAYS.most)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <TextareaField
          label="Reason"
          hint="Your team sees it"
          required
          limit={SNOOZE_REASON_LIMIT}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isComplete} aria-disabled={isPending}>
            {isPending ? 'Saving...' : 'Snooze'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
