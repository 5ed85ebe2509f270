import { productName, siteLink } from '../_shared/calls.ts'
import type { Client, FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody } from '../_shared/mail-body.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import { stopLink } from '../_shared/stop-mails.ts'

/**
 * `POST`, with the secret key: reminds founders who want it and have not checked in, on Fridays at their hour. The server runs it
 * on a schedule.
 */
export default function checkInReminders(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed(request, context, {
    claim: claimReminders,
    send: async (reminder) => context.sendMail(await writeReminder(context, reminder)),
    markSent,
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

async function claimReminders(service: Client, most: number): Promise<Reminder[]> {
  const { data, error } = await service.rpc('claim_check_in_reminders', { max_rows: most })
  if (error) throw new Error(`reminders cannot be claimed: ${error.message}`)
  return data
}

async function markSent(service: Client, { founder, friday }: Reminder): Promise<void> {
  const { error } = await service.rpc('check_in_reminder_sent', { founder, friday })
  if (error) throw new Error(`a reminder cannot be marked as sent: ${error.message}`)
}

/** Says nothing of the founder's: the address may not be proven. */
async function writeReminder(context: FunctionContext, { founder, email, failure }: Reminder): Promise<MailMessage> {
  if (failure !== null) throw new Error(`${founder} cannot be reminded: ${failure}`)
  const product = productName(context)
  const { link, headers } = await stopLink(context, { user: founder, kind: 'reminder' })
  const lines = [
    'Hello,',
    'your week has no check-in yet. Two minutes: what worked, what got in the way, what comes next.',
    { label: 'Check in on your board', link: siteLink(context, '/') },
    { label: 'No more reminders', link },
    product,
  ]
  return { to: email, subject: `How was your week? – ${product}`, ...mailBody(lines), headers }
}
