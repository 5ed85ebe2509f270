import { moodLabel } from '../../../../domain/check-ins.ts'
import { formatDate } from '../../../../domain/dates.ts'
import type { CheckIn, FounderContext } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, quoted, weekName } from '../text.ts'
import { mondayOf, type Span } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'
import { searchRecords } from './search.ts'

export const NO_CHECK_INS =
  'There is **no check-in** in your records yet: a check-in takes two minutes on the Command Board.'

/** The Mondays of the weeks that a span touches; of a long one, those within it. */
function weeksOf({ from, to }: Span): Pick<Span, 'from' | 'to'> {
  const isLong = Date.parse(to) - Date.parse(from) > 13 * 86_400_000
  return { from: isLong ? from : mondayOf(from), to }
}

export const checkInsIn = async (
  span: Span | undefined,
  { context, queries }: AskingFounder,
  limit?: number,
): Promise<readonly CheckIn[]> => {
  if (span) return queries.checkIns(weeksOf(span))
  if (limit !== undefined && limit <= context.checkins.length) return context.checkins.slice(0, limit)
  const all = await queries.checkIns({ from: '2000-01-01', to: context.today })
  return limit === undefined ? all : all.slice(0, limit)
}

export const weekLine = (checkIn: CheckIn): string =>
  `Week of ${weekName(checkIn)}: mood ${checkIn.mood} (${moodLabel(checkIn.mood)}), wins ${quoted(checkIn.wins, 60)}.`

/** The check-ins that a query means, newest first, and how a sentence says which. */
export async function wanted(query: Query, founder: AskingFounder, usual: number | undefined) {
  const [span] = query.spans
  const value = query.intent === 'wins.list' || query.intent === 'blockers.list' ? query.mood : undefined
  if (!span && value !== undefined && query.concepts.has('mood')) {
    const found = (await checkInsIn(undefined, founder)).filter(({ mood }) => mood === value)
    return { checkIns: found.slice(0, usual ?? found.length), label: `when your mood was ${value}` }
  }
  // "The week of the flood" is the one that mentions it.
  if (!span && query.about.length > 0 && query.limit === undefined) {
    const [week] = (await searchRecords(query.about, founder, ['check-in'])).found
    const checkIns = week
      ? (await founder.queries.checkIns({ from: week.date, to: week.date })).filter(
          ({ week_of }) => week_of === mondayOf(week.date),
        )
      : []
    if (checkIns.length > 0) return { checkIns, label: `in the week of ${formatDate(checkIns[0]?.week_of ?? '')}` }
  }
  const limit = query.limit ?? (span ? undefined : usual)
  const all = await checkInsIn(span, founder, limit)
  // As of a day, it is the newest one.
  const checkIns = span?.isTotal && query.intent === 'mood.value' ? all.slice(0, 1) : all
  const label = span
    ? span.label
    : limit === 1
      ? 'in your last check-in'
      : limit === undefined
        ? 'over all check-ins'
        : checkIns.length === 1
          ? 'in your only check-in'
          : `over your last ${counted(checkIns.length, 'check-in')}`
  return { checkIns, label }
}

export const noneIn = ({ spans: [span] }: Query, { checkins: [latest] }: FounderContext): Answer => ({
  line: `There is **no check-in** ${span?.label ?? 'for that time'} in your records.`,
  evidence: latest ? [`The last one: ${weekLine(latest)}`] : [],
})
