import { callTime, JOIN_UNKNOWN } from '../../../domain/booking.ts'
import { joinLink, managingLink, managingTokens, memberName, productName } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody } from '../_shared/mail-body.ts'
import { timeZoneOrUtc } from '../_shared/time-zone.ts'
import type { BookingMail } from './booking-mail.ts'

/** What has happened, in the subject and as a sentence. */
const CHANGES = {
  booked: { subject: 'booked', said: (what: string, when: string) => `${what} is booked for ${when}.` },
  moved: { subject: 'moved', said: (what: string, when: string) => `${what} was moved to ${when}.` },
  'handed-over': {
    subject: 'handed over',
    said: (what: string, when: string) => `${what} on ${when} was with someone else before.`,
  },
} as const

/**
 * The mail about a call that was booked, moved or cancelled, as text and HTML. It contains no user's text, since the address
 * may not belong to the user who typed it at sign-up.
 */
export async function writeBookingMail(
  context: FunctionContext,
  mail: BookingMail,
): Promise<Pick<MailMessage, 'subject' | 'text' | 'html'>> {
  const product = productName(context)
  const what = `Your call with the ${memberName(mail.member)}`
  const when = callTime(mail, timeZoneOrUtc(mail.time_zone))
  if (mail.cancelled_at !== null) {
    const lines = ['Hello,', `${what} on ${when} is cancelled.`]
    return { subject: `Call cancelled: ${when} – ${product}`, ...mailBody([...lines, product]) }
  }
  const link = managingLink(context, mail, await managingTokens(context).give(mail.booking))
  const { subject, said } = CHANGES[mail.last_change]
  const join = joinLink(context, mail)
  return {
    subject: `Call ${subject}: ${when} – ${product}`,
    ...mailBody([
      'Hello,',
      said(what, when),
      join === null ? JOIN_UNKNOWN : { label: 'Join the call', link: join },
      { label: 'Move the call', link: `${link}&do=move` },
      { label: 'Cancel the call', link: `${link}&do=cancel` },
      'Both links work until the call starts. Anyone who has them can use them.',
      product,
    ]),
  }
}
