import { productName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody } from '../_shared/mail-body.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'

interface WebhookMail {
  readonly webhook: string
  /** The admin. */
  readonly member: string
  readonly email: string
  readonly name: string
  readonly address: string
  readonly off_reason: string
}

/**
 * `POST`, with the secret key: mails every admin when the server has switched a webhook off. The server runs it as soon as it has, and
 * on a schedule.
 */
export default function webhookMails(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed<WebhookMail>(request, context, {
    claim: (service, most) => service.rpc('claim_webhook_mails', { max_rows: most }),
    send: (mail) => context.sendMail(writeMail(context, mail)),
    markSent: (service, { webhook, member }) => service.rpc('webhook_mail_sent', { webhook, member }),
  })
}

function writeMail(context: FunctionContext, { email, name, address, off_reason }: WebhookMail): MailMessage {
  const product = productName(context)
  return {
    to: email,
    subject: `The webhook “${name}” was switched off – ${product}`,
    ...mailBody([
      'Hello,',
      off_reason === 'gone'
        ? `The webhook “${name}” (${address}) answered that it is gone for good (410), so it was switched off.`
        : `The webhook “${name}” (${address}) accepted nothing for five days, so it was switched off.`,
      'What waited is not sent any more. Once the receiver works again, switch the webhook on, and send again from its log what is needed.',
      { label: 'Webhooks', link: siteLink(context, '/admin/team/webhooks') },
      product,
    ]),
  }
}
