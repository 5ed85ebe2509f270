import { useEffect, useState } from 'react'
import { BOOKABLE, type BookableId } from '../../../../domain/squad.ts'
import { config } from '../../lib/session/config.ts'
import { useSquadHours } from '../../lib/texts/squad-hours.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { beginBooking } from './api.ts'
import { bookingUrl } from '../../lib/navigation/booking-url.ts'

const options = BOOKABLE.map(({ id, name }) => ({ id, label: name }))

export const ScheduleCallDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Schedule a Call" description="Choose who you'd like to speak with" onClose={onClose}>
    <MemberChoice onClose={onClose} />
  </Dialog>
)

/** Apart from its dialog, which a choice does not render again. */
function MemberChoice({ onClose }: { onClose: () => void }) {
  const [member, setMember] = useState<BookableId | null>(null)
  const [token, setToken] = useState<string>()
  const hours = useSquadHours()

  // Before the click: a tab opened asynchronously is blocked as a popup. Without a token the page requests its own.
  useEffect(() => {
    if (config().booking.url) return
    let isCurrent = true
    beginBooking().then((given) => isCurrent && setToken(given), console.error)
    return () => {
      isCurrent = false
    }
  }, [])

  const book = () => {
    if (!member) return
    window.open(bookingUrl(config().booking.url, member, token), '_blank', 'noopener')
    onClose()
  }

  return (
    <>
      <Select
        label="Team Member"
        placeholder="Select team member..."
        options={options}
        value={member}
        onChange={setMember}
      />
      <p className="mt-3 text-xs text-muted tabular-nums">Squad: {hours.text}</p>
      <Button className="mt-6 w-full" disabled={!member} onClick={book}>
        Continue to Booking
      </Button>
    </>
  )
}
