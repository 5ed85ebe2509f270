import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CALL_MINUTES, type Call } from '../../../../domain/booking.ts'
import { BOOKABLE, type BookableId } from '../../../../domain/squad.ts'
import { createQueryClient } from '../../lib/data/query-client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useSquadHours } from '../../lib/texts/squad-hours.ts'
import { bookingTexts } from './booking-texts.ts'
import { Brand } from '../../ui/Brand.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { cardLook } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { usePageTitle } from '../../ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { beginBooking, type Refusal } from './api.ts'
import { keepArrival, useArrival, type Arrival } from './arrival.ts'
import { BackToApp } from './BackToApp.tsx'
import { BookCall } from './BookCall.tsx'
import { bookingUrl } from '../../lib/navigation/booking-url.ts'
import { ManageCall } from './ManageCall.tsx'

/**
 * The built-in booking page of a member (SPEC section 2), without a sign-in: the link's token allows
 * booking, or changing one call.
 */
export function Booking({ member }: { member: BookableId }) {
  const [client] = useState(createQueryClient)
  const hours = useSquadHours()
  const { manage } = useArrival(member)
  const isBooking = manage === undefined
  usePageTitle(isBooking ? 'Book a call' : 'Your call')
  const heading = useRef<HTMLHeadingElement>(null)
  const wasBooking = useRef(isBooking)
  useEffect(() => {
    // "Book Another Call", which had the focus, is removed.
    if (isBooking && !wasBooking.current) heading.current?.focus()
    wasBooking.current = isBooking
  }, [isBooking])
  return (
    <QueryClientProvider client={client}>
      <main className="mx-auto flex min-h-svh w-full max-w-2xl flex-col gap-6 px-4 py-8 sm:py-12">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Brand />
          <BackToApp />
        </div>
        <header>
          <h1 ref={heading} tabIndex={-1} className="text-2xl tracking-tight outline-none">
            {isBooking
              ? `Book a call with ${BOOKABLE.find(({ id }) => id === member)?.name}`
              : 'Your call with the squad'}
          </h1>
          <p className="mt-1 text-muted">
            {CALL_MINUTES} minutes. Squad: {hours.text}
          </p>
        </header>
        <div className={classNames(cardLook, 'min-w-0 p-5 sm:p-6')}>
          <LinkedPage member={member} />
        </div>
      </main>
    </QueryClientProvider>
  )
}

function LinkedPage({ member }: { member: BookableId }) {
  const arrival = useArrival(member)
  const { token, manage, intent, call: wanted } = arrival
  const [known, setKnown] = useState<{ call: Call; isNew: boolean }>()
  const queries = useQueryClient()
  const book = () => {
    setKnown(undefined)
    keepArrival({ member, ...(token !== undefined && { token }) })
  }
  const change = (call: Call, isNew: boolean) => {
    setKnown({ call, isNew })
    queries.removeQueries({ queryKey: ['slots'] })
    const isWanted = call.id === wanted && intent !== undefined
    keepArrival({
      member,
      manage: call.manage,
      ...(token !== undefined && { token }),
      ...(isWanted && { intent }),
    })
  }

  if (manage !== undefined) {
    return (
      <ManageCall
        key={manage}
        manage={manage}
        intent={intent}
        known={known?.call.manage === manage ? known : undefined}
        onBookAnother={book}
      />
    )
  }
  if (token === undefined) return <WithoutToken arrival={arrival} />
  return (
    <BookCall
      member={member}
      token={token}
      wanted={wanted}
      onRenewed={(token) => keepArrival({ ...arrival, token })}
      onBooked={(call) => change(call, true)}
      onManage={(call) => change(call, false)}
    />
  )
}

/** Requests a token for a signed-in user; others need a link. */
function WithoutToken({ arrival }: { arrival: Arrival }) {
  const session = useSession()
  if (session.state === 'loading') return <Skeleton lines={5} />
  if (session.state === 'signed-in' && session.factorsToPass.length === 0) return <RequestToken arrival={arrival} />
  return (
    <EmptyState title="To book a call, sign in and choose “Schedule Call with Squad”.">
      <ButtonLink to="/auth" state={bookingUrl(null, arrival.member)}>
        Sign In
      </ButtonLink>
    </EmptyState>
  )
}

function RequestToken({ arrival }: { arrival: Arrival }) {
  const token = useQuery<boolean, Refusal>({
    queryKey: ['begin', arrival.member],
    queryFn: async () => {
      keepArrival({ ...arrival, token: await beginBooking() })
      return true
    },
    gcTime: 0,
  })
  if (!token.error) return <Skeleton lines={5} />
  return <ErrorState message={bookingTexts.loadFailed} onRetry={() => void token.refetch()} />
}
