import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState, type SubmitEvent } from 'react'
import { callTime, TOPIC_LIMIT, type Call, type FreeSlots } from '../../../../domain/booking.ts'
import { BOOKABLE, type BookableId } from '../../../../domain/squad.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { bookingTexts } from './booking-texts.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { tooLong, useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { TextareaField } from '../../ui/Textarea.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { beginBooking, bookCall, readSlots, type Refusal, type BookingInput } from './api.ts'
import { bookingUrl } from '../../lib/navigation/booking-url.ts'
import { RefusalNote } from './RefusalNote.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { useTimeZone } from './time-zone.ts'

interface BookCallProps {
  member: BookableId
  token: string
  /** The call to change, by its id. */
  wanted?: string | undefined
  /** Whether there is a newer token. */
  onRenewed: (token: string) => void
  onBooked: (call: Call) => void
  onManage: (call: Call) => void
}

export function BookCall({ member, token, wanted, onRenewed, onBooked, onManage }: BookCallProps) {
  const queries = useQueryClient()
  const key = ['slots', member, token]
  /** Retries with a new token when this one has expired, for a signed-in user; others get the refusal. */
  const renewed = async <Answer,>(use: (token: string) => Promise<Answer>): Promise<Answer> => {
    try {
      return await use(token)
    } catch (refusal) {
      if (!isTokenRefused(refusal)) throw refusal
      const another = await beginBooking().catch(() => Promise.reject(refusal as Error))
      onRenewed(another)
      return use(another)
    }
  }
  const free = useQuery<FreeSlots, Refusal>({
    queryKey: key,
    queryFn: () => renewed((token) => readSlots(token, member)),
    refetchOnWindowFocus: 'always',
  })
  const wantedCall = free.data?.calls.find(({ id }) => id === wanted)
  const manageWanted = useEffectEvent(onManage)
  useEffect(() => {
    if (wantedCall) manageWanted(wantedCall)
  }, [wantedCall])
  const [chosen, setChosen] = useState<string | null>(null)
  const [topic, setTopic] = useDraft('booking', member, '')
  const { errorOf, refuse } = useFieldErrors({ topic: tooLong(topic, TOPIC_LIMIT) })
  const [timeZone] = useTimeZone()
  const book = useMutation<{ call: Call }, Refusal, BookingInput>({
    mutationFn: (input) => renewed((token) => bookCall(token, input)),
    onSuccess: ({ call }) => {
      setTopic('')
      onBooked(call)
    },
    onError: ({ code, slots }) => {
      if (slots) {
        setChosen(null)
        queries.setQueryData<FreeSlots>(key, (current) => current && { ...current, slots })
      }
      // It mentions calls that are not all shown here.
      if (code === 'own-call' || code === 'too-many') void queries.invalidateQueries({ queryKey: ['slots'] })
    },
  })

  const { data, error } = free
  if (wantedCall) return <Skeleton lines={5} />
  if (!data) {
    if (!error) return <Skeleton lines={5} />
    if (isTokenRefused(error)) {
      return (
        <EmptyState title={bookingTexts.refusals.expired}>
          <ButtonLink to="/auth" state={bookingUrl(null, member)}>
            Sign In
          </ButtonLink>
        </EmptyState>
      )
    }
    return <ErrorState message={bookingTexts.loadFailed} onRetry={() => void free.refetch()} />
  }
  const isFree = chosen !== null && data.slots.includes(chosen)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFree || book.isPending || refuse(event)) return
    book.mutate({ member, starts_at: chosen, topic: topic.trim(), time_zone: timeZone })
  }

  return (
    <div className="flex flex-col gap-8">
      {data.slots.length === 0 ? (
        <>
          <RefusalNote refusal={book.error} />
          <EmptyState title="No time is free in the next four weeks. Please look again tomorrow.">
            <ButtonLink to="/chat" variant="outline">
              Write to the Squad
            </ButtonLink>
          </EmptyState>
        </>
      ) : (
        <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
          <SlotPicker slots={data.slots} chosen={chosen} onChoose={setChosen} />
          <WithError error={errorOf('topic')}>
            {(wrong) => (
              <TextareaField
                label="What would you like to talk about?"
                name="topic"
                hint="optional"
                limit={TOPIC_LIMIT}
                value={topic}
                onChange={(event) => setTopic(event.target.value)}
                {...wrong}
              />
            )}
          </WithError>
          <RefusalNote refusal={book.error} />
          <Button type="submit" disabled={!isFree} aria-disabled={book.isPending}>
            {book.isPending ? 'Booking...' : 'Book the Call'}
          </Button>
        </form>
      )}
      <CallsAhead calls={data.calls} onManage={onManage} />
    </div>
  )
}

function CallsAhead({ calls, onManage }: { calls: readonly Call[]; onManage: (call: Call) => void }) {
  const id = useId()
  const [timeZone] = useTimeZone()
  if (calls.length === 0) return null
  return (
    <section aria-labelledby={id} className="border-t border-border pt-5">
      <h2 id={id} className="text-base">
        Your calls ahead
      </h2>
      <ul className="mt-2 flex flex-col divide-y divide-border">
        {calls.map((call) => (
          <li key={call.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <span className="min-w-0">
              <span className="block font-medium">{BOOKABLE.find(({ id }) => id === call.member)?.name}</span>
              <span className="text-sm text-muted tabular-nums">{callTime(call, timeZone)}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Change the call on ${callTime(call, timeZone)}`}
              onClick={() => onManage(call)}
            >
              Change
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isTokenRefused = (error: unknown) => ['invalid', 'expired'].includes((error as Refusal).code ?? '')
