import { readDraft, writeDraft } from '../../lib/drafts.ts'

/** Milliseconds in which a question in the same words is taken for the one whose words were given back. */
const SAME_QUESTION_MS = 5 * 60 * 1000

interface ReturnedTurn {
  readonly id: string
  readonly question: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** Keeps a turn that was given back although the server may have it: asked again, it must not be stored twice. */
export const keepReturned = (user: string, { id, question }: Pick<ReturnedTurn, 'id' | 'question'>) =>
  writeDraft(user, 'chat-failed', { id, question, until: Date.now() + SAME_QUESTION_MS } satisfies ReturnedTurn)

/** The id of the turn that was given back if `question` is asked again; no turn is kept any longer. */
export function takeReturned(user: string, question: string): string | undefined {
  const last = readDraft<ReturnedTurn | null>(user, 'chat-failed', null)
  writeDraft(user, 'chat-failed', null)
  return last?.question === question && Date.now() < last.until ? last.id : undefined
}
