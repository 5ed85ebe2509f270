import { calendarOf } from '../_shared/calls.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { isService } from '../_shared/is-service.ts'
import { claimBookingMails, markSent, type BookingMail } from './booking-mail.ts'
import { writeBookingMail } from './write-mail.ts'

/** Mails sent concurrently. */
const MAX_CONCURRENT = 5

/**
 * `POST`, with the secret key: mails founders the newest state of calls that were booked, moved or cancelled. The server runs
 * it after each change, and on a schedule. A mail is sent twice when a server ends between sending and marking it; its
 * calendar event has the same id.
 */
export default async function bookingMails(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  if (!isService(request, context)) return refusal(403, 'Only with the secret key')
  const service = serviceClient(context)
  let sent = 0
  let claimed: readonly BookingMail[]
  let failed: PromiseRejectedResult | undefined
  do {
    claimed = await claimBookingMails(service, MAX_CONCURRENT)
    const results = await Promise.allSettled(
      claimed.map(async (mail) => {
        const { email } = mail
        await context.sendMail({
          to: email,
          ...(await writeBookingMail(context, mail)),
          calendar: {
            method: mail.cancelled_at === null ? 'REQUEST' : 'CANCEL',
            content: calendarOf(context, { ...mail, topic: '' }, email),
          },
        })
        await markSent(service, mail)
        sent++
      }),
    )
    // A failure does not affect the others; the mail is claimed again after a minute or more.
    failed ??= results.find((result) => result.status === 'rejected')
  } while (claimed.length > 0 && !request.signal.aborted)
  if (failed) throw failed.reason
  return json(200, { sent })
}
