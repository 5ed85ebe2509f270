import { productName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody } from '../_shared/mail-body.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import { stopLink } from '../_shared/stop-mails.ts'

/**
 * `POST`, with the secret key: reminds founders who want it and have not checked in, on Fridays at their hour. The server runs it
 * on a schedule.
 */
export default function checkInReminders(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed<Reminder>(request, context, {
    claim: (service, most) => service.rpc('claim_check_in_reminders', { max_rows: most }),
    send: async (reminder) => context.sendMail(await writeReminder(context, reminder)),
    markSent: (service, { founder, friday }) => service.rpc('check_in_reminder_sent', { founder, friday }),
  })
}

interface Reminder {
  readonly founder: string
  /** ISO date. */
  readonly friday: string
  readonly email: string
  /** Why the next one cannot be planned; null otherwise. */
  readonly failure: string | null
}

/** Says nothing of the founder's: the address may not be proven. */
async function writeReminder(context: FunctionContext, { founder, email, failure }: Reminder): Promise<MailMessage> {
  if (failure !== null) throw new Error(`${founder} cannot be reminded: ${failure}`)
  const product = productName(context)
  const { link, headers } = await stopLink(context, { user: founder, kind: 'reminder' })
  const lines = [
    'Hello,',
    'Your week has no check-in yet. Two minutes: what worked, what got in the way, what comes next.',
    { label: 'Check in on your board', link: siteLink(context, '/') },
    { label: 'No more reminders', link },
    product,
  ]
  return { to: email, subject: `How was your week? – ${product}`, ...mailBody(lines), headers }
}
