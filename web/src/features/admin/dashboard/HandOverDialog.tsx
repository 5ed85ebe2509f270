import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { callTime } from '../../../../../domain/booking.ts'
import { BOOKABLE, type BookableId } from '../../../../../domain/squad.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { handOverCall, type UpcomingCall } from './api.ts'

interface HandOverDialogProps {
  call: UpcomingCall
  founderName: string
  onClose: () => void
}

/** Hands a call to another member at the same time. */
export function HandOverDialog({ call, founderName, onClose }: HandOverDialogProps) {
  const [member, setMember] = useState<BookableId | null>(null)
  const { mutate: handOver, isPending } = useMutation({
    mutationFn: (member: BookableId) => handOverCall(call.id, member),
    meta: { writes: [adminKeys.calls] },
    onSuccess: (handed) => {
      if (!handed.ok) return toastError(handed.failure)
      toastSuccess(adminTexts.callHandedOver)
      onClose()
    },
    onError: () => toastError(adminTexts.callNotChanged),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (member !== null && !isPending) handOver(member)
  }
  return (
    <Dialog
      title={`Hand over the call with ${founderName}`}
      description={`${callTime(call)}, now with the ${BOOKABLE.find(({ id }) => id === call.member)?.name}`}
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Select
          label="Team Member"
          placeholder="Select team member..."
          options={BOOKABLE.filter(({ id }) => id !== call.member).map(({ id, name }) => ({ id, label: name }))}
          value={member}
          onChange={setMember}
        />
        <p className="text-sm text-muted">The time stays. The founder gets an email.</p>
        <div className="flex justify-end">
          <Button type="submit" disabled={member === null} aria-disabled={isPending}>
            {isPending ? 'Handing over...' : 'Hand Over'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
