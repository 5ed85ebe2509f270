import { readDraft, writeDraft } from '../../lib/drafts.ts'

/** Milliseconds in which the same words are the same turn as the restored one. */
const SAME_QUESTION_WINDOW_MS = 5 * 60 * 1000

interface ReturnedTurn {
  readonly id: string
  readonly question: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Stores a restored turn that the server may have: asked again, it must not be stored twice. */
export const storeRestoredTurn = (user: string, { id, question }: Pick<ReturnedTurn, 'id' | 'question'>) =>
  writeDraft(user, 'chat-failed', { id, question, until: Date.now() + SAME_QUESTION_WINDOW_MS } satisfies ReturnedTurn)

/** The id of the restored turn if `question` repeats it; removes it. */
export function takeRestoredTurn(user: string, question: string): string | undefined {
  const last = readDraft<ReturnedTurn | null>(user, 'chat-failed', null)
  writeDraft(user, 'chat-failed', null)
  return last?.question === question && Date.now() < last.until ? last.id : undefined
}
