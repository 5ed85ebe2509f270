import { productName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody } from '../_shared/mail-body.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import { stopLink } from '../_shared/stop-mails.ts'

interface PromiseMail {
  /** The admin. */
  readonly member: string
  readonly email: string
  readonly lease: string
  readonly total: number
  /** The first ones; those without a name have null. */
  readonly founders: readonly { readonly id: string; readonly name: string | null }[]
}

/**
 * `POST`, with the secret key: mails admins the founders who have waited longer than promised, each once. The server runs it on a
 * schedule.
 */
export default function promiseMails(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed<PromiseMail>(request, context, {
    claim: (service, most) =>
      service.rpc('claim_promise_mails', { max_rows: most }).overrideTypes<PromiseMail[], { merge: false }>(),
    send: async (mail) => context.sendMail(await writeMail(context, mail)),
    markSent: (service, { member, lease }) => service.rpc('promise_mail_sent', { member, lease }),
  })
}

async function writeMail(context: FunctionContext, mail: PromiseMail): Promise<MailMessage> {
  const { member, email, total, founders } = mail
  const product = productName(context)
  const { link, headers } = await stopLink(context, { user: member, kind: 'promises' })
  const more = total - founders.length
  return {
    to: email,
    subject: `${total === 1 ? 'A founder has' : `${total} founders have`} waited longer than promised – ${product}`,
    ...mailBody([
      'Hello,',
      total === 1
        ? 'The answer to this founder is later than the team promises.'
        : 'The answers to these founders are later than the team promises.',
      ...founders.map(({ id, name }) => ({
        label: name ?? 'A founder without a name',
        link: siteLink(context, `/admin/squad?founder=${id}`),
      })),
      ...(more > 0 ? [`And ${more} more.`] : []),
      { label: 'Stop emails about late answers', link },
      product,
    ]),
    headers,
  }
}
