import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { callTime } from '../../../../../domain/booking.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { freeTimes, moveFounderCall, type UpcomingCall } from './api.ts'
import { TimeChoice } from './TimeChoice.tsx'

interface MoveCallDialogProps {
  call: UpcomingCall
  founderName: string
  onClose: () => void
}

/** Moves a founder's call to a free time. */
export function MoveCallDialog({ call, founderName, onClose }: MoveCallDialogProps) {
  const times = useQuery({ queryKey: adminKeys.callTimes(call.id), queryFn: () => freeTimes(call.id) })
  return (
    <Dialog title={`Move the call with ${founderName}`} description={`Now ${callTime(call)}`} onClose={onClose}>
      <Loaded
        query={times}
        failed={adminTexts.callTimesFailed}
        isEmpty={(free) => free.length === 0}
        empty={<EmptyState title="No other time is free in the next four weeks." />}
      >
        {(free) => <MoveForm call={call} free={free} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

interface MoveFormProps {
  call: UpcomingCall
  /** ISO, soonest first; at least one. */
  free: readonly string[]
  onClose: () => void
}

function MoveForm({ call, free, onClose }: MoveFormProps) {
  const [chosen, setChosen] = useState(() => free.find((time) => time > call.starts_at) ?? free[0] ?? '')
  const { mutate: move, isPending } = useMutation({
    mutationFn: () => moveFounderCall(call.id, chosen),
    meta: { writes: [adminKeys.calls] },
    onSuccess: (moved) => {
      if (!moved.ok) return toastError(moved.failure)
      toastSuccess(adminTexts.callMoved)
      onClose()
    },
    onError: () => toastError(adminTexts.callNotChanged),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isPending) move()
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TimeChoice free={free} value={chosen} onChange={setChosen} />
      <p className="text-sm text-muted">In your time zone. The founder gets an email with the new time.</p>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Keep the Time
        </Button>
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Moving...' : 'Move the Call'}
        </Button>
      </div>
    </form>
  )
}
