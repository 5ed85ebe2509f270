import { useState, type SubmitEvent } from 'react'
import { addDays } from '../../../../../domain/days.ts'
import { dayOf, weekOf } from '../../../../../domain/week.ts'
import { formatDate } from '../../../lib/texts/dates.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'

/** Days; the database refuses more. */
const MAX_DAYS = 180

interface SnoozeConversationDialogProps {
  onChoose: (until: string) => void
  onClose: () => void
}

/** The day until which a conversation is left out of what is to be done. */
export function SnoozeConversationDialog({ onChoose, onClose }: SnoozeConversationDialogProps) {
  const now = useNow()
  // The database's days are UTC's.
  const today = dayOf(now, 'UTC')
  const choices = [
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'Next Monday', day: addDays(weekOf(now, 'UTC'), 7) },
    { label: 'In two weeks', day: addDays(today, 14) },
  ]
  const [until, setUntil] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (until !== '') onChoose(until)
  }
  return (
    <Dialog title="Snooze until" description="It is back on that day, or when the founder writes." onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <div className="flex flex-col gap-2">
          {choices.map(({ label, day }) => (
            <Button key={label} variant="outline" className="justify-between!" onClick={() => onChoose(day)}>
              {label}
              <span className="text-sm font-normal text-muted">{formatDate(day)}</span>
            </Button>
          ))}
        </div>
        <TextField
          label="Another day"
          type="date"
          min={addDays(today, 1)}
          max={addDays(today, MAX_DAYS)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={until === ''}>
            Snooze
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
