import { truncateWithEllipsis } from '../../../../domain/truncate.ts'
import type { Turn } from './conversation.ts'
import { toPlainText } from './plain-text.ts'
import { withoutReferences } from './references.ts'

/** Characters of an answer that are announced; the rest can be read. */
const MAX_ANNOUNCED = 400

/** The screen reader announcement of the newest turn: that it is being written, and the answer once it is complete. */
export function announcementOf(turn: Turn | undefined): string | undefined {
  if (!turn) return undefined
  if (turn.state !== 'answered') return `The AI Co-Founder is ${turn.answer ? 'answering' : 'thinking'}.`
  return truncateWithEllipsis(toPlainText(withoutReferences(turn.answer)), MAX_ANNOUNCED)
}
