import type { SubjectKind } from '../../../domain/comments.ts'
import type { Client } from '../_shared/function.ts'

/** Replies that a founder has not read. */
export interface ReplyMail {
  readonly founder: string
  readonly email: string
  /** Id of the oldest one. */
  readonly first_reply: string
  /** The date of the newest one, as the database wrote it. */
  readonly until: string
  readonly unread: number
  /** The first ones; none where the address may not be the founder's. */
  readonly replies: readonly MailedReply[]
  /** Why the replies cannot be read; null otherwise. */
  readonly failure: string | null
}

export interface MailedReply {
  readonly sender: string | null
  readonly text: string
  readonly is_cut: boolean
  /** Null for a message in the chat, and when it was deleted. */
  readonly about: {
    readonly kind: SubjectKind
    readonly id: string
    readonly title: string
    readonly period: string | null
  } | null
}

/** Claims mails that are due; unsent ones can be claimed again later. @throws {Error} */
export async function claimReplyMails(service: Client, most: number): Promise<ReplyMail[]> {
  const { data, error } = await service.rpc('claim_reply_mails', { max_rows: most })
  if (error) throw new Error(`mails cannot be claimed: ${error.message}`)
  return data.map(({ replies, ...mail }) => ({ ...mail, replies: replies as unknown as MailedReply[] }))
}

/** @throws {Error} */
export async function markSent(service: Client, { founder, until }: ReplyMail): Promise<void> {
  const { error } = await service.rpc('reply_mail_sent', { founder, until })
  if (error) throw new Error(`a mail cannot be marked as sent: ${error.message}`)
}
