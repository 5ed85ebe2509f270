import { INVITATION_DAYS } from '../../../domain/invitations.ts'
import { productName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { invitationTokens } from '../_shared/invitation-tokens.ts'
import { mailBody } from '../_shared/mail-body.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'

interface InvitationMail {
  readonly id: string
  readonly email: string
  readonly words: string | null
  readonly inviter: string | null
}

/**
 * `POST`, with the secret key: mails the invitations that are due. The server runs it as soon as there are some, and on a
 * schedule.
 */
export default function invitationMails(request: Request, context: FunctionContext): Promise<Response> {
  const expiries = new Map<string, string>()
  return sendClaimed<InvitationMail>(request, context, {
    claim: (service, most) => service.rpc('claim_invitations', { max_rows: most }),
    send: async (mail) => {
      const { token, expiresAt } = await invitationTokens(context).give(mail.id)
      expiries.set(mail.id, expiresAt)
      return context.sendMail(writeMail(context, mail, token))
    },
    markSent: (service, { id }) =>
      service.rpc('invitation_sent', { invitation: id, expires_at: expiries.get(id) ?? '' }),
  })
}

function writeMail(context: FunctionContext, { email, words, inviter }: InvitationMail, token: string): MailMessage {
  const product = productName(context)
  return {
    to: email,
    subject: inviter ? `${inviter} invites you to ${product}` : `You are invited to ${product}`,
    ...mailBody([
      'Hello,',
      `${inviter ?? 'The team'} invites you to ${product}, where founders set goals, check in every week and see their traction.`,
      ...(words === null ? [] : [words]),
      // Its token is in the fragment, which browsers do not send to servers.
      { label: 'Accept the invitation', link: siteLink(context, `/invitation#token=${token}`) },
      `The link works once, for ${INVITATION_DAYS} days. If you did not expect this, ignore this email.`,
      product,
    ]),
  }
}
