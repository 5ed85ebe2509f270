import { readDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { storeUnsent, unsentName, type UnsentRow } from '../../lib/offline/sent-field.ts'
import { waitingRows, type WaitingRow } from '../../lib/offline/waiting-rows.ts'

/** Milliseconds in which the same words are the same turn as the restored one, unless that waits for the network. */
const SAME_QUESTION_WINDOW_MS = 5 * 60 * 1000

interface RestoredTurn extends UnsentRow {
  /** Milliseconds since 1970. */
  readonly until: number
}

/** The draft of the question. */
export const QUESTION = 'chat'

/**
 * Stores a restored turn that the server may have: asked again, it must not be stored twice.
 * @param hasFailed false when it was stopped: then it does not wait for the network
 */
export function storeRestoredTurn(user: string, turn: { id: string; question: string }, hasFailed: boolean): void {
  const { id, question: content } = turn
  const restored: RestoredTurn = { id, content, until: Date.now() + SAME_QUESTION_WINDOW_MS }
  if (hasFailed) storeUnsent(user, QUESTION, restored)
  else writeDraft(user, unsentName(QUESTION), restored)
}

/** The id of the restored turn if `question` repeats it; removes it. */
export function takeRestoredTurn(user: string, question: string): string | undefined {
  const last = readDraft<RestoredTurn | null>(user, unsentName(QUESTION), null)
  // Another question may be sent before one that waits.
  if (last?.content !== question) return undefined
  writeDraft(user, unsentName(QUESTION), null)
  return last.waits || Date.now() < last.until ? last.id : undefined
}

/** The questions that wait for the network beside the field. */
export const waitingQuestions = (user: string) => waitingRows<WaitingRow>(user, QUESTION)
