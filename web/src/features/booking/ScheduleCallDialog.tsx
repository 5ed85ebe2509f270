import { useState } from 'react'
import { BOOKABLE, type SquadId } from '../../../../domain/squad.ts'
import { config } from '../../lib/client.ts'
import { useSquadHours } from '../../lib/squad-hours.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { bookingUrl } from './booking-url.ts'

const options = BOOKABLE.map(({ id, name }) => ({ id, label: name }))

export function ScheduleCallDialog({ onClose }: { onClose: () => void }) {
  const [member, setMember] = useState<SquadId | null>(null)
  const hours = useSquadHours()

  const book = () => {
    if (!member) return
    window.open(bookingUrl(config().booking.url, member), '_blank', 'noopener')
    onClose()
  }

  return (
    <Dialog title="Schedule a Call" description="Choose who you'd like to speak with" onClose={onClose}>
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
    </Dialog>
  )
}
