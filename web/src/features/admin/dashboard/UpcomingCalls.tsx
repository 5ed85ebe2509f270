import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callTime } from '../../../../../domain/booking.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { formatTime, formatWeekday } from '../../../lib/texts/dates.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { NAMELESS } from '../../../lib/session/profile.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { namesQuery } from '../../../lib/data/names.ts'
import { cancelFounderCall, upcomingCallsQuery, type UpcomingCall } from './api.ts'
import { CallsToRecord } from '../calls/CallsToRecord.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { MoveCallDialog } from './MoveCallDialog.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'

/** Calls that founders have booked with the squad, soonest first. */
export function UpcomingCalls() {
  const calls = useInfiniteQuery(upcomingCallsQuery)
  const { data: names } = useQuery(namesQuery([...new Set(calls.data?.map(({ user_id }) => user_id))]))
  useLiveRows(['squad_bookings', 'call_outcomes'], undefined, adminKeys.calls)
  return (
    <Card title="Upcoming Calls" description="In your time zone.">
      <CallsToRecord />
      <Loaded
        query={calls}
        failed={adminTexts.callsFailed}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No calls are booked." hint="Founders book them with “Schedule Call with Squad”." />}
      >
        {(rows) => (
          <PagedList rows={rows} query={calls} moreLabel="Load More Calls">
            {(call) => <CallItem call={call} founderName={names?.get(call.user_id) ?? NAMELESS} />}
          </PagedList>
        )}
      </Loaded>
    </Card>
  )
}

interface CallItemProps {
  call: UpcomingCall
  founderName: string
}

export function CallItem({ call, founderName }: CallItemProps) {
  const [open, setOpen] = useState<'move' | 'hand-over'>()
  const close = () => setOpen(undefined)
  return (
    <article className="grid gap-x-6 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <p className="text-muted tabular-nums">
        <time dateTime={call.starts_at}>
          {formatWeekday(call.starts_at)}, {formatTime(call.starts_at)}
        </time>
      </p>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 text-base">
            <FounderLink founder={call.user_id} name={founderName} />
          </h3>
          <Badge>{SQUAD.find(({ id }) => id === call.member)?.name}</Badge>
        </div>
        {call.topic && (
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">
            <LinkedText text={call.topic} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1">
        <Button variant="ghost" aria-label={`Move the call with ${founderName}`} onClick={() => setOpen('move')}>
          Move
        </Button>
        <Button
          variant="ghost"
          aria-label={`Hand over the call with ${founderName}`}
          onClick={() => setOpen('hand-over')}
        >
          Hand over
        </Button>
        <CancelButton call={call} founderName={founderName} />
      </div>
      {open === 'move' && <MoveCallDialog call={call} founderName={founderName} onClose={close} />}
      {open === 'hand-over' && <HandOverDialog call={call} founderName={founderName} onClose={close} />}
    </article>
  )
}

function CancelButton({ call, founderName }: CallItemProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate: cancel, isPending } = useMutation({
    mutationFn: () => cancelFounderCall(call.id),
    meta: { writes: [adminKeys.calls] },
    onSuccess: (cancelled) => (cancelled.ok ? toastSuccess(adminTexts.callCancelled) : toastError(cancelled.failure)),
    onError: () => toastError(adminTexts.callNotChanged),
  })
  return (
    <>
      <Button
        variant="ghost"
        aria-label={`Cancel the call with ${founderName}`}
        aria-disabled={isPending}
        onClick={() => setIsAsking(true)}
      >
        Cancel
      </Button>
      {isAsking && (
        <AlertDialog
          title="Cancel this call?"
          description={`${founderName}, ${callTime(call)}. The founder gets an email.`}
          confirmLabel="Cancel Call"
          closeLabel="Keep It"
          onConfirm={() => {
            setIsAsking(false)
            cancel()
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
