import { hasCheckedIn } from '../../../../../domain/check-in-trend.ts'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { weekOf, type IsoDate } from '../../../../../domain/week.ts'
import type { CheckIn, FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import { counted, quoted, weekName } from '../text.ts'
import type { Span } from '../understand/spans.ts'

/** Check-ins of a summary, or of a trend, when the question does not say how many. */
export const USUAL = 4
export const QUOTED_TOGETHER = 3

export const NO_CHECK_INS: Answer = {
  line: 'There is no check-in in your records yet.',
  evidence: [
    'A check-in takes three minutes: a mood, wins, blockers and the next priority. From the second one on I can compare.',
  ],
  next: 'complete this week’s check-in on the Command Board.',
}

export interface Scope {
  /** "over your last 4 check-ins", "in October 2026" */
  readonly label: string
}

/** The Mondays of the weeks that a span touches; of whole weeks and days, those that begin before it too. */
export function weeksOf({ from, to }: Span): Pick<Span, 'from' | 'to'> {
  const isLong = Date.parse(to) - Date.parse(from) > 13 * 86_400_000
  return { from: isLong ? from : weekOf(new Date(`${from}T00:00:00Z`), 'UTC'), to }
}

/** The newest of the check-ins found, and how many there are. */
export function withLast(found: readonly CheckIn[], opening: string, otherwise: string, where: string): Answer {
  const [last] = found
  const next = 'look at what was different in that week, and repeat or avoid it.'
  if (!last) return { line: otherwise, evidence: [], next }
  return {
    line: `${opening} in ${counted(found.length, 'week')} ${where}, last in the week of ${weekName(last)}: wins ${quoted(last.wins)}.`,
    evidence: found.map(weekLine),
    next,
  }
}

export const noneIn = (span: Span | undefined, { checkins: [latest], checkins, today }: FounderContext): Answer => ({
  line: `There is **no check-in** ${span?.label ?? 'for that time'} in your records.`,
  evidence: latest ? [`The last one: ${weekLine(latest)}`] : [],
  next: nextFor(checkins, today),
})

export const blockerLine = (checkIn: CheckIn): string => `Week of ${weekName(checkIn)}: ${quoted(checkIn.blockers)}.`

export const weekLine = (checkIn: CheckIn): string =>
  `Week of ${weekName(checkIn)}: mood ${checkIn.mood} (${moodLabel(checkIn.mood)}), wins ${quoted(checkIn.wins, 60)}.`

export const nextFor = (checkins: readonly CheckIn[], today: IsoDate): string =>
  hasCheckedIn(checkins, today)
    ? `give ${quoted(checkins[0]?.next_priority ?? '', 60)} your first two hours tomorrow.`
    : 'complete this week’s check-in on the Command Board: it takes three minutes.'
