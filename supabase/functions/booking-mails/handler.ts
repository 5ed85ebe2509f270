import { calendarOf } from '../_shared/calls.ts'
import type { FunctionContext } from '../_shared/function.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import type { BookingMail } from './booking-mail.ts'
import { writeBookingMail } from './write-mail.ts'

/**
 * `POST`, with the secret key: mails founders the newest state of calls that were booked, moved or cancelled. The server runs
 * it after each change, and on a schedule. A mail is sent twice when a server ends between sending and marking it; its
 * calendar event has the same id.
 */
export default function bookingMails(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed<BookingMail>(request, context, {
    claim: (service, most) =>
      service.rpc('claim_booking_mails', { max_rows: most }).overrideTypes<BookingMail[], { merge: false }>(),
    send: async (mail) => {
      const { email, failure } = mail
      if (failure !== null) throw new Error(failure)
      return context.sendMail({
        to: email,
        ...(await writeBookingMail(context, mail)),
        calendar: {
          method: mail.cancelled_at === null ? 'REQUEST' : 'CANCEL',
          content: calendarOf(context, { ...mail, id: mail.booking, topic: '' }, email),
        },
      })
    },
    // Unless the call was changed meanwhile.
    markSent: (service, { booking, revision }) => service.rpc('booking_mail_sent', { booking, revision }),
  })
}
