import type { Turn } from './conversation.ts'
import { readOut } from './read-out.ts'
import { withoutReferences } from './references.ts'

/** Characters of an answer that are read out; the rest is there to be read. */
const READ_OUT = 400

/** What a screen reader says of the newest turn: that it goes on, and the answer once it is complete. */
export function announcementOf(turn: Turn | undefined): string | undefined {
  if (!turn) return undefined
  if (turn.state !== 'answered') return `The AI Co-Founder is ${turn.answer ? 'answering' : 'thinking'}.`
  const answer = readOut(withoutReferences(turn.answer))
  return answer.length > READ_OUT ? `${answer.slice(0, READ_OUT)}…` : answer
}
