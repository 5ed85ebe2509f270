import { useEffect } from 'react'
import { BOOKABLE, type BookableId } from '../../../domain/squad.ts'
import { NotFound } from '../app/NotFound.tsx'
import { useArrival } from '../features/booking/arrival.ts'
import { Booking } from '../features/booking/Booking.tsx'
import { bookingUrl } from '../lib/navigation/booking-url.ts'
import { config } from '../lib/session/config.ts'
import { FullSpinner } from '../ui/Spinner.tsx'

/** The target of "Continue to Booking" when no booking service is configured. */
export function BookingPage({ member }: { member?: string }) {
  const host = BOOKABLE.find(({ id }) => id === member)
  if (!host) return <NotFound />
  return <Page key={host.id} member={host.id} />
}

function Page({ member }: { member: BookableId }) {
  const { manage } = useArrival(member)
  const { url } = config().booking
  // A call that was booked here is changed here.
  return url && manage === undefined ? (
    <ExternalBookingPage url={bookingUrl(url, member)} />
  ) : (
    <Booking member={member} />
  )
}

function ExternalBookingPage({ url }: { url: string }) {
  useEffect(() => location.replace(url), [url])
  return <FullSpinner />
}
