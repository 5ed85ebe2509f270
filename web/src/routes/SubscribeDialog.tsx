import { Subscription } from '../features/calendar/Subscription.tsx'
import { StepUp } from '../features/mfa/StepUp.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/** The URL with which other calendars subscribe; a new one may need step-up authentication. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Subscribe"
      description="Any calendar that subscribes to addresses, such as Google’s, Apple’s or Outlook, can show the deadlines of your goals and your calls with the squad."
      onClose={onClose}
    >
      <StepUp>
        <Subscription />
      </StepUp>
    </Dialog>
  )
}
