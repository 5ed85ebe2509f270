import { useAccount } from '../../lib/session/session.tsx'
import { useResend } from '../../lib/offline/use-resend.ts'
import { isAnswering } from './conversation.ts'
import { waitingQuestions } from './restored-turn.ts'
import { useConversation } from './use-conversation.ts'
import { useQuestionField } from './use-question-field.ts'

/** Sends the question that waits for the network, whichever screen is open. */
export function WaitingQuestion() {
  const { isWaiting } = useQuestionField(useAccount().id)
  // Without one, the conversation begins with its screen.
  return isWaiting && <Resend />
}

function Resend() {
  const { id: user } = useAccount()
  const { text, setText, isUnsent, isWaiting } = useQuestionField(user)
  const { current, send, resend } = useConversation()
  useResend({
    isWaiting,
    send: () => {
      if (isAnswering(current())) return
      const [first] = waitingQuestions(user).take(1)
      if (first) return void resend(first)
      if (!isUnsent) return
      setText('')
      void send(text.trim())
    },
  })
  return null
}
