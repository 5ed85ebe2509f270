import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarCheck, CalendarPlus, CalendarX } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { callTime, JOIN_UNKNOWN, type Call, type ManagedCall } from '../../../../domain/booking.ts'
import { BOOKABLE } from '../../../../domain/squad.ts'
import { download } from '../../lib/data/download.ts'
import { bookingTexts } from './booking-texts.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { cancelCall, moveCall, readCall, type Refusal } from './api.ts'
import { BackToApp } from './BackToApp.tsx'
import { RefusalNote } from './RefusalNote.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { useTimeZone } from './time-zone.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

interface ManageCallProps {
  manage: string
  intent: 'move' | 'cancel' | undefined
  /** The call, when this page led to it; `new`: just booked. */
  known: { readonly call: Call; readonly isNew: boolean } | undefined
  onBookAnother: () => void
}

type CallEvent = 'booked' | 'moved'

/** One call, with buttons to move and cancel it. */
export function ManageCall({ manage, intent, known, onBookAnother }: ManageCallProps) {
  const queries = useQueryClient()
  const key = ['call', manage]
  const managed = useQuery<ManagedCall, Refusal>({
    queryKey: key,
    queryFn: () => readCall(manage),
    refetchOnWindowFocus: 'always',
    ...(known && { placeholderData: { call: known.call, slots: [] } }),
  })
  const [timeZone] = useTimeZone()
  const [news, setNews] = useState<CallEvent | undefined>(known?.isNew ? 'booked' : undefined)
  /** Counts presses of buttons that disappear, after which the headline gets the focus. */
  const [pressed, setPressed] = useState(known ? 1 : 0)
  const toHeadline = () => setPressed((times) => times + 1)
  const [isMoving, setIsMoving] = useState(intent === 'move')
  const [cancelling, setCancelling] = useState<'by link' | 'by press' | null>(intent === 'cancel' ? 'by link' : null)
  const changed = ({ call }: { call: Call }) => {
    queries.setQueryData<ManagedCall>(key, (current) => current && { ...current, call })
    void queries.invalidateQueries({ queryKey: key })
  }
  const cancel = useMutation<{ call: Call }, Refusal>({ mutationFn: () => cancelCall(manage), onSuccess: changed })

  const { data, error } = managed
  if (!data) {
    if (!error) return <Skeleton lines={3} />
    if (!error.code) return <ErrorState message={bookingTexts.callFailed} onRetry={() => void managed.refetch()} />
    return (
      <EmptyState title={error.code === 'expired' ? bookingTexts.refusals.gone : bookingTexts.refusals[error.code]}>
        <Button variant="outline" onClick={onBookAnother}>
          Book Another Call
        </Button>
      </EmptyState>
    )
  }
  const { call, slots } = data
  const isCancelled = call.cancelled_at !== null
  const move = () => {
    cancel.reset()
    setNews(undefined)
    setIsMoving(true)
  }

  return (
    <div className="flex flex-col gap-6">
      <Headline call={call} timeZone={timeZone} news={news} pressed={pressed} />
      {isCancelled ? (
        <Button className="self-start" onClick={onBookAnother}>
          Book Another Call
        </Button>
      ) : isMoving ? (
        <MoveCall
          manage={manage}
          call={call}
          slots={slots}
          isLoading={managed.isPlaceholderData}
          onSlots={(slots) => queries.setQueryData<ManagedCall>(key, (current) => current && { ...current, slots })}
          onMoved={(answer) => {
            changed(answer)
            setNews('moved')
            setIsMoving(false)
            toHeadline()
          }}
          onClose={() => {
            setIsMoving(false)
            toHeadline()
          }}
        />
      ) : (
        <>
          <RefusalNote refusal={cancel.error} />
          {call.join === null ? (
            <p>{JOIN_UNKNOWN}</p>
          ) : (
            <a
              className="inline-flex h-9 items-center self-start font-medium text-primary underline underline-offset-4 pointer-coarse:h-11"
              href={call.join}
              target="_blank"
              rel="noopener"
            >
              Join the call
            </a>
          )}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => download('call.ics', new Blob([call.ics], { type: 'text/calendar' }))}>
              <CalendarPlus aria-hidden />
              Add to Calendar
            </Button>
            <Button variant="outline" onClick={move}>
              Move
            </Button>
            <Button variant="outline" aria-disabled={cancel.isPending} onClick={() => setCancelling('by press')}>
              Cancel Call
            </Button>
          </div>
          <p className="text-sm text-muted">
            You also get an email with a calendar entry, and links that move or cancel the call.
          </p>
          <div className="flex flex-wrap items-center gap-x-4">
            <Button variant="ghost" onClick={onBookAnother}>
              Book Another Call
            </Button>
            <BackToApp />
          </div>
        </>
      )}
      {cancelling && !isCancelled && (
        <AlertDialog
          title="Cancel this call?"
          description={`${nameOf(call)}, ${callTime(call, timeZone)}. Other founders can book the time then.`}
          confirmLabel="Cancel Call"
          closeLabel="Keep It"
          onClose={() => {
            setCancelling(null)
            // No button had the focus before.
            if (cancelling === 'by link') toHeadline()
          }}
          onConfirm={() => {
            setCancelling(null)
            cancel.mutate()
          }}
        />
      )}
    </div>
  )
}

const nameOf = ({ member }: Call) => BOOKABLE.find(({ id }) => id === member)?.name ?? member

interface HeadlineProps {
  call: Call
  timeZone: string
  news: CallEvent | undefined
  pressed: number
}

/** The state of the call; announced when it changes, and focused after a press. */
function Headline({ call, timeZone, news, pressed }: HeadlineProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isCancelled = call.cancelled_at !== null
  const headline = isCancelled
    ? 'Your call is cancelled'
    : news === 'booked'
      ? 'Your call is booked'
      : news === 'moved'
        ? 'Your call was moved'
        : 'Your call'
  const Icon = isCancelled ? CalendarX : CalendarCheck
  useEffect(() => {
    if (headline !== 'Your call' || pressed > 0) heading.current?.focus()
  }, [headline, pressed])

  return (
    <div className="flex items-start gap-3">
      <Icon
        aria-hidden
        className={isCancelled ? 'mt-1 size-6 shrink-0 text-muted' : 'mt-1 size-6 shrink-0 text-success'}
      />
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {headline}
        </h2>
        <p className={isCancelled ? 'text-muted line-through' : 'tabular-nums'}>
          {nameOf(call)}, {callTime(call, timeZone)}
        </p>
        {call.topic && (
          <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-muted">
            <LinkedText text={call.topic} />
          </p>
        )}
      </div>
    </div>
  )
}

interface MoveCallProps {
  manage: string
  call: Call
  slots: readonly string[]
  isLoading: boolean
  onSlots: (slots: readonly string[]) => void
  onMoved: (answer: { call: Call }) => void
  onClose: () => void
}

function MoveCall({ manage, call, slots, isLoading, onSlots, onMoved, onClose }: MoveCallProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const move = useMutation<{ call: Call }, Refusal, string>({
    mutationFn: (slot) => moveCall(manage, slot),
    onSuccess: onMoved,
    onError: ({ slots }) => {
      if (!slots) return
      setChosen(null)
      onSlots(slots)
    },
  })
  const isFree = chosen !== null && slots.includes(chosen)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isFree && !move.isPending) move.mutate(chosen)
  }
  return (
    <form className="flex flex-col gap-5 border-t border-border pt-5" onSubmit={submit}>
      <h2 ref={heading} tabIndex={-1} className="text-base outline-none">
        Choose a new time
      </h2>
      {isLoading && <Skeleton />}
      {!isLoading && slots.length === 0 && <EmptyState title="No other time is free in the next four weeks." />}
      <SlotPicker slots={slots} chosen={chosen} onChoose={setChosen} openAt={call.starts_at} />
      <RefusalNote refusal={move.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isFree} aria-disabled={move.isPending}>
          {move.isPending ? 'Moving...' : 'Move the Call'}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Keep the Time
        </Button>
      </div>
    </form>
  )
}
