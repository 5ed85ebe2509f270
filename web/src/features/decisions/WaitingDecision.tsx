import { useAccount } from '../../lib/session/session.tsx'
import { useResend } from '../../lib/offline/use-resend.ts'
import { useDecisionForm } from './use-decision-form.ts'

/** Sends the decision that waits for the network, whichever screen is open. */
export function WaitingDecision() {
  useResend(useDecisionForm(useAccount().id))
  return null
}
