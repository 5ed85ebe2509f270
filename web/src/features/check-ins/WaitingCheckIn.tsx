import { useAccount } from '../../lib/session/session.tsx'
import { useResend } from '../../lib/offline/use-resend.ts'
import { useCheckInForm } from './use-check-in-form.ts'

/** Sends the check-in that waits for the network, whichever screen is open. */
export function WaitingCheckIn() {
  useResend(useCheckInForm(useAccount().id))
  return null
}
