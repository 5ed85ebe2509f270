import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { containsTurn, type Turn } from './conversation.ts'
import type { StoredMessage } from './history.ts'

export interface ShownMessage extends ChatMessage {
  /** Unchanged when a message of this tab is replaced by the stored one, so that nothing remounts. */
  readonly id: string
  readonly state: 'thinking' | 'growing' | 'complete'
  /** An ISO moment. */
  readonly at: string
}

/** The stored messages, followed by the turns of this tab that are not among them yet. */
export const shownMessages = (stored: readonly StoredMessage[], turns: readonly Turn[]): ShownMessage[] => [
  ...stored.toSorted(byTime).map(ofStored),
  ...turns.filter((turn) => !containsTurn(stored, turn)).flatMap(ofTurn),
]

/** Of two messages with the same timestamp the question comes first. */
const byTime = (a: StoredMessage, b: StoredMessage) =>
  a.created_at === b.created_at ? b.role.localeCompare(a.role) : 0

/** The id under which a stored message is shown. */
export const shownId = ({ id, turn, role }: StoredMessage) => (turn ? `${turn}:${role}` : id)

const ofStored = (message: StoredMessage): ShownMessage => ({
  id: shownId(message),
  role: message.role,
  content: message.content,
  state: 'complete',
  at: message.created_at,
})

const ofTurn = ({ id, question, answer, state, at }: Turn): ShownMessage[] => [
  { id: `${id}:user`, role: 'user', content: question, state: 'complete', at },
  { id: `${id}:assistant`, role: 'assistant', content: answer, state: stateOf(answer, state), at },
]

function stateOf(answer: string, state: Turn['state']): ShownMessage['state'] {
  if (state === 'answered') return 'complete'
  return answer ? 'growing' : 'thinking'
}
