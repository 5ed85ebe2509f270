import type { SubjectKind } from '../../../domain/comments.ts'

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
