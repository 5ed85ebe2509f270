import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { TOPIC_LIMIT } from '../../../../../domain/booking.ts'
import { BOOKABLE, type BookableId } from '../../../../../domain/squad.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { bookingUrl } from '../../../lib/navigation/booking-url.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { config } from '../../../lib/session/config.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { bookFounderCall, freeTimesFor } from '../dashboard/api.ts'
import { TimeChoice } from '../dashboard/TimeChoice.tsx'

interface BookCallDialogProps {
  founder: string
  name: string
  onClose: () => void
}

/** Books a call for a founder with a member of the squad. Where another site takes the bookings, it leads there. */
export function BookCallDialog({ founder, name, onClose }: BookCallDialogProps) {
  const [member, setMember] = useState<BookableId | null>(null)
  const { url } = config().booking
  return (
    <Dialog
      title={`Book a call for ${name}`}
      description={
        url
          ? 'Calls are booked on another site.'
          : 'In your time zone. The founder gets an email with a calendar event.'
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Select
          label="Team Member"
          placeholder="Select team member..."
          options={BOOKABLE.map(({ id, name }) => ({ id, label: name }))}
          value={member}
          onChange={setMember}
        />
        {member !== null &&
          (url ? (
            <a
              href={bookingUrl(url, member)}
              target="_blank"
              rel="noopener noreferrer"
              className="font-medium text-primary hover:underline"
            >
              Open the booking page
            </a>
          ) : (
            <Times key={member} founder={founder} member={member} onClose={onClose} />
          ))}
      </div>
    </Dialog>
  )
}

interface TimesProps {
  founder: string
  member: BookableId
  onClose: () => void
}

function Times({ founder, member, onClose }: TimesProps) {
  const times = useQuery({
    queryKey: adminKeys.freeTimes(founder, member),
    queryFn: () => freeTimesFor(founder, member),
    // Of the moment at which the dialog is open.
    gcTime: 0,
  })
  return (
    <Loaded
      query={times}
      failed={adminTexts.callTimesFailed}
      loading={<Skeleton lines={2} />}
      isEmpty={(free) => free.length === 0}
      empty={<EmptyState title="No time is free in the next four weeks." />}
    >
      {(free) => <BookForm founder={founder} member={member} free={free} onClose={onClose} />}
    </Loaded>
  )
}

function BookForm({ founder, member, free, onClose }: TimesProps & { free: readonly string[] }) {
  const [chosen, setChosen] = useState(free[0] ?? '')
  const [topic, setTopic] = useDraft(useAccount().id, `call-topic-${founder}`, '')
  // Of what was read again meanwhile.
  const time = free.includes(chosen) ? chosen : (free[0] ?? '')
  const freeTimes = adminKeys.freeTimes(founder, member)
  const { mutate: book, isPending } = useMutation({
    mutationFn: () => bookFounderCall({ founder, member, starts_at: time, topic: topic.trim() }),
    meta: { writes: [adminKeys.calls, adminKeys.timeline(founder), adminKeys.summary(founder), freeTimes] },
    onSuccess: (booked) => {
      if (!booked.ok) return toastError(booked.failure)
      setTopic('')
      toastSuccess(adminTexts.callBooked)
      onClose()
    },
    onError: () => toastError(adminTexts.callNotBooked),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isPending) book()
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TimeChoice free={free} value={time} onChange={setChosen} />
      <TextareaField
        label="Topic"
        hint="Optional; the founder sees it"
        limit={TOPIC_LIMIT}
        value={topic}
        onChange={({ target }) => setTopic(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Booking...' : 'Book the Call'}
        </Button>
      </div>
    </form>
  )
}
