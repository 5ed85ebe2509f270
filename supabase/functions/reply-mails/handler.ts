import type { FunctionContext } from '../_shared/function.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import type { ReplyMail } from './reply-mail.ts'
import { writeReplyMail } from './write-mail.ts'

/**
 * `POST`, with the secret key: mails founders the squad's replies that they have not read within half an hour, one mail an
 * hour at most. The server runs it on a schedule.
 */
export default function replyMails(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed<ReplyMail>(request, context, {
    claim: (service, most) =>
      service.rpc('claim_reply_mails', { max_rows: most }).overrideTypes<ReplyMail[], { merge: false }>(),
    send: async (mail) => context.sendMail(await writeReplyMail(context, mail)),
    markSent: (service, { founder, until }) => service.rpc('reply_mail_sent', { founder, until }),
  })
}
