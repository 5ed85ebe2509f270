import { useAccount } from '../../lib/session/session.tsx'
import { useResend } from '../../lib/offline/use-resend.ts'
import { useMessageField } from './use-message-field.ts'

/** Sends the message that waits for the network, whichever screen is open. */
export function WaitingMessage() {
  const { isWaiting, resend } = useMessageField(useAccount().id)
  useResend({ isWaiting, send: resend })
  return null
}
