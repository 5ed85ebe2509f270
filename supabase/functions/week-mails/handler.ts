import type { FunctionContext } from '../_shared/function.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import type { WeekMail } from './week-mail.ts'
import { writeWeekMail } from './write-mail.ts'

/**
 * `POST`, with the secret key: mails founders who want it their week, on Mondays from 8:00 in their time zone. The server runs
 * it on a schedule.
 */
export default function weekMails(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed<WeekMail>(request, context, {
    claim: (service, most) =>
      service.rpc('claim_week_mails', { max_rows: most }).overrideTypes<WeekMail[], { merge: false }>(),
    send: async (mail) => context.sendMail(await writeWeekMail(context, mail)),
    markSent: (service, { founder, monday }) => service.rpc('week_mail_sent', { founder, monday }),
  })
}
