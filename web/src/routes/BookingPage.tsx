import { useParams } from 'react-router'
import { SQUAD_HOURS } from '../../../domain/squad-hours.ts'
import { BOOKABLE } from '../../../domain/squad.ts'
import { NotFound } from '../app/NotFound.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Mark } from '../ui/Brand.tsx'
import { usePageTitle } from '../ui/Page.tsx'

/** Where "Continue to Booking" leads when the provider has no booking service of its own. */
export function BookingPage() {
  const { member } = useParams()
  const host = BOOKABLE.find(({ id }) => id === member)
  usePageTitle('Book a call')
  if (!host) return <NotFound />

  return (
    <main className="grid min-h-svh place-items-center p-6 text-center">
      <div className="flex max-w-md flex-col items-center">
        <Mark className="size-11" />
        <h1 className="mt-4 text-2xl">Book a call with {host.name}</h1>
        <p className="mt-2 mb-6 text-muted">
          Online booking is not set up here yet. Write to the squad in Growth Chat and agree on a time there. The squad
          is {SQUAD_HOURS.label.replace('Online', 'online')}.
        </p>
        <ButtonLink to="/chat">Open Growth Chat</ButtonLink>
      </div>
    </main>
  )
}
