import type { Turn } from './conversation.ts'
import { toPlainText } from './plain-text.ts'
import { withoutReferences } from './references.ts'

/** Characters of an answer that are announced; the rest can be read. */
const MAX_ANNOUNCED = 400

/** The screen reader announcement of the newest turn: that it is being written, and the answer once it is complete. */
export function announcementOf(turn: Turn | undefined): string | undefined {
  if (!turn) return undefined
  if (turn.state !== 'answered') return `The AI Co-Founder is ${turn.answer ? 'answering' : 'thinking'}.`
  const answer = toPlainText(withoutReferences(turn.answer))
  return answer.length > MAX_ANNOUNCED ? `${answer.slice(0, MAX_ANNOUNCED)}…` : answer
}
