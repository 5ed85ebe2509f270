import type { IsoDate } from '../../../domain/week.ts'
import { atRiskText, overdueText, weekRange, weekRows, type TeamWeek } from '../../../domain/team-week.ts'
import { productName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody } from '../_shared/mail-body.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import { stopLink } from '../_shared/stop-mails.ts'

interface TeamWeekMail {
  /** The admin. */
  readonly member: string
  readonly monday: string
  readonly email: string
  /** Null only with a failure. */
  readonly week: TeamWeek | null
  /** Why the figures cannot be computed; null otherwise. */
  readonly failure: string | null
}

/**
 * `POST`, with the secret key: mails admins who want it the figures of the week that ended, on Mondays at their hour. The server
 * runs it on a schedule.
 */
export default function teamWeekMails(request: Request, context: FunctionContext): Promise<Response> {
  return sendClaimed<TeamWeekMail>(request, context, {
    claim: (service, most) =>
      service.rpc('claim_team_week_mails', { max_rows: most }).overrideTypes<TeamWeekMail[], { merge: false }>(),
    send: async (mail) => context.sendMail(await writeMail(context, mail)),
    markSent: (service, { member, monday }) => service.rpc('team_week_mail_sent', { member, monday }),
  })
}

/** @throws {Error} when the figures cannot be computed */
async function writeMail(context: FunctionContext, mail: TeamWeekMail): Promise<MailMessage> {
  const { member, email, week, failure } = mail
  if (!week) throw new Error(`the week of ${mail.monday} cannot be computed: ${failure}`)
  const product = productName(context)
  const { link, headers } = await stopLink(context, { user: member, kind: 'team_week' })
  return {
    to: email,
    subject: `The week of ${weekRange(week.week)} – ${product}`,
    ...mailBody([
      'Hello,',
      `The week of ${weekRange(week.week)}, and in brackets the week before.`,
      ...weekRows(week).map(({ title, rows }) =>
        [title, ...rows.map(({ label, value, before }) => `${label}: ${value} (${before})`)].join('\n'),
      ),
      atRiskText(week.at_risk),
      overdueText(week),
      { label: 'The whole week', link: siteLink(context, weekPath(week.week)) },
      { label: 'Stop emails with the team’s week', link },
      product,
    ]),
    headers,
  }
}

const weekPath = (week: IsoDate) => `/admin/week?week=${week}`
