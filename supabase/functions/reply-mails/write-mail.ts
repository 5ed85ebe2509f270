import { subjectName } from '../../../domain/comments.ts'
import { recordUrl } from '../../../domain/record-links.ts'
import { productName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody, type MailLine } from '../_shared/mail-body.ts'
import { stopLink } from '../_shared/stop-mails.ts'
import type { MailedReply, ReplyMail } from './reply-mail.ts'

/**
 * The mail with replies that a founder has not read, and a link to the first of them.
 * @throws {Error} when they cannot be read
 */
export async function writeReplyMail(context: FunctionContext, mail: ReplyMail): Promise<MailMessage> {
  if (mail.failure !== null) throw new Error(`the replies to ${mail.founder} cannot be read: ${mail.failure}`)
  const product = productName(context)
  const { unread, replies, founder } = mail
  const { link, headers } = await stopLink(context, { user: founder, kind: 'replies' })
  const more = unread - replies.length
  return {
    to: mail.email,
    subject: `${unread === 1 ? 'A new reply' : `${unread} new replies`} from your growth squad – ${product}`,
    ...mailBody([
      'Hello,',
      unread === 1
        ? 'Your growth squad has written to you.'
        : `Your growth squad has written to you: ${unread} replies that you have not read yet.`,
      ...replies.flatMap((reply) => replyLines(context, reply, product)),
      ...(more > 0 && replies.length > 0 ? [`And ${more} more.`] : []),
      {
        label: 'Read and answer',
        link: siteLink(context, recordUrl({ kind: 'squad-message', id: mail.first_reply, period: null })),
      },
      { label: 'Stop emails about replies', link },
      product,
    ]),
    headers,
  }
}

function replyLines(context: FunctionContext, reply: MailedReply, product: string): MailLine[] {
  const { sender, text, is_cut, about } = reply
  const from = `${sender ?? `${product} Team`}${about ? ` on your ${subjectName(about)}` : ''}`
  return [
    `${from}:\n${text}${is_cut ? '…' : ''}`,
    ...(about ? [{ label: `Open your ${about.kind}`, link: siteLink(context, recordUrl(about)) }] : []),
  ]
}
