import { useCallback } from 'react'
import { readDraft, useDraft, writeDraft } from '../../../lib/offline/drafts.ts'

/** A founder whose reply was not sent. */
interface FailedReply {
  readonly founder: string
  readonly name: string
}

const DRAFT = 'failed-replies'
const NONE: readonly FailedReply[] = []

const without = (failed: readonly FailedReply[], founder: string) => failed.filter((one) => one.founder !== founder)

/** Remembers that a reply was not sent: its admin may read another conversation by then. */
export const addFailedReply = (admin: string, reply: FailedReply): void =>
  writeDraft(admin, DRAFT, [...without(readDraft(admin, DRAFT, NONE), reply.founder), reply])

/** Replies of this tab that were not sent, and whose conversation was not opened since. */
export function useFailedReplies(admin: string) {
  const [failed, setFailed] = useDraft(admin, DRAFT, NONE)
  const forget = useCallback((founder: string) => setFailed((now) => without(now, founder)), [setFailed])
  return { failed, forget }
}
