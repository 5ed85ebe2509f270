import { callTime } from '../../../domain/booking.ts'
import { moodLabel } from '../../../domain/check-ins.ts'
import { excerptOf } from '../../../domain/quotes.ts'
import { runwayText } from '../../../domain/runway.ts'
import { memberName, productName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext, MailMessage } from '../_shared/function.ts'
import { mailBody, type MailLine } from '../_shared/mail-body.ts'
import { stopLink } from '../_shared/stop-mails.ts'
import { countedChange } from '../_shared/text.ts'
import { timeZoneOrUtc } from '../_shared/time-zone.ts'
import type { Counts, MailedWeek, WeekMail } from './week-mail.ts'

/**
 * The mail on Monday morning: how the last week was, and one next step.
 * @throws {Error} when the week cannot be computed
 */
export async function writeWeekMail(context: FunctionContext, mail: WeekMail): Promise<MailMessage> {
  if (mail.failure !== null) throw new Error(`the week of ${mail.founder} cannot be computed: ${mail.failure}`)
  const product = productName(context)
  const { link, headers } = await stopLink(context, { user: mail.founder, kind: 'weekly' })
  const lines: MailLine[] = mail.week
    ? [...weekLines(mail.week, mail.time_zone), nextStep(context, mail.week.next)]
    : ['Your week is ready on your Command Board.', { label: 'Open your board', link: siteLink(context, '/') }]
  return {
    to: mail.email,
    subject: `Your week – ${product}`,
    ...mailBody(['Hello,', ...lines, { label: 'Stop emails with my week', link }, product]),
    headers,
  }
}

const weekLines = (week: MailedWeek, timeZone: string): string[] => [
  'Here is your last week.',
  checkInText(week),
  goalsText(week.goals),
  tractionText(week),
  runwayLine(week.runway),
  week.call
    ? `Next call: ${memberName(week.call.member)}, ${callTime(week.call, timeZoneOrUtc(timeZone))}.`
    : 'Next call: none is booked.',
  `Open priority: ${week.priority ?? 'none yet. Your next check-in asks for one.'}`,
]

const checkInText = ({ check_in }: MailedWeek) =>
  check_in ? `Check-in: ${moodLabel(check_in.mood)}. ${check_in.wins}` : 'Check-in: none was written.'

const goalsText = ({ done, of }: MailedWeek['goals']) =>
  of === 0 ? 'Goals: none for the week.' : `Goals: ${done} of ${of} done.`

function tractionText({ added, added_before }: MailedWeek): string {
  if (!added) return 'Traction: no loops yet.'
  const before = added_before ? ` The week before: ${countsText(added_before)}.` : ''
  return `Traction: ${countsText(added)}.${before}`
}

const countsText = ({ conversions, demos, messages }: Counts) =>
  [countedChange(conversions, 'conversion'), countedChange(demos, 'demo'), countedChange(messages, 'message')].join(
    ', ',
  )

const runwayLine = (runway: MailedWeek['runway']) =>
  runway ? `Runway: ${runwayText(runway.months).toLowerCase()}.` : 'Runway: not recorded.'

const steps = {
  reply: { label: 'Next step: read the squad’s reply', path: '/chat?tab=squad' },
  'check-in': { label: 'Next step: check in on your board', path: '/' },
  goals: { label: 'Next step: set a goal for this week on your board', path: '/' },
  ask: { label: 'Next step: look at your board', path: '/' },
} as const

/** Characters of a goal in a link. */
const GOAL_LENGTH = 120

function nextStep(context: FunctionContext, next: MailedWeek['next']): MailLine {
  if (next.kind === 'goal') {
    const path = `/?goals=weekly#${next.id}`
    return { label: `Next step: ${excerptOf(next.text, GOAL_LENGTH)}`, link: siteLink(context, path) }
  }
  const { label, path } = steps[next.kind]
  return { label, link: siteLink(context, path) }
}
