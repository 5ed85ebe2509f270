import { useOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useConversation } from './use-conversation.ts'

/** Asks the questions that wait, whichever screen is open. */
export function QuestionRunner() {
  const isWaiting = useOutbox(useAccount().id, 'question').some(({ state }) => state !== 'refused')
  // Without one, the conversation begins with its screen.
  return isWaiting && <Conversation />
}

function Conversation() {
  useConversation()
  return null
}
