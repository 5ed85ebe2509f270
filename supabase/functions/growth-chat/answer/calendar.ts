import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Query } from '../query.ts'
import { counted } from '../text.ts'
import { isoDate, yearOf } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'

const dayName = (day: IsoDate): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))

/** Today, and days until or since another. */
export function calendar(query: Query, today: IsoDate): Answer {
  const { concepts, asksAmount } = query
  const monthEnd = isoDate(yearOf(today), Number(today.slice(5, 7)), 0)
  const left = daysBetween(today, monthEnd)
  const yearEnd = isoDate(yearOf(today), 11, 31)
  const label = query.spans[0]?.label
  if ((concepts.has('year') || label === 'this year') && concepts.has('remaining'))
    return {
      line: `**${counted(daysBetween(today, yearEnd), 'day')}** of the year are left after today, ${dayName(today)} (UTC).`,
    }
  if (concepts.has('remaining') && label === 'this month')
    return {
      line: `**${counted(left, 'day')}** of the month ${left === 1 ? 'is' : 'are'} left after today, ${dayName(today)} (UTC).`,
    }
  const day = query.ahead
  if (day) {
    const days = daysBetween(today, day)
    return {
      line:
        asksAmount === 'count' && concepts.has('week')
          ? `**${(days / 7).toFixed(1)} weeks** until ${dayName(day)}: ${counted(days, 'day')}.`
          : concepts.has('howFar')
            ? `**${counted(days, 'day')}** until ${dayName(day)}.`
            : `That is **${dayName(day)}**, in ${counted(days, 'day')}.`,
    }
  }
  const [span] = query.spans
  if (span && query.intent === 'calendar.until') {
    if ((concepts.has('elapsed') || concepts.has('howFar')) && span.from !== span.to)
      return {
        line: `**${counted(daysBetween(span.from, span.to), 'day')}** from ${dayName(span.from)} to ${dayName(span.to)}.`,
      }
    return { line: `That was **${dayName(span.from)}**, ${counted(daysBetween(span.from, today), 'day')} ago.` }
  }
  return {
    line: `Today is **${dayName(today)}** (UTC); **${counted(left, 'day')}** of the month ${left === 1 ? 'is' : 'are'} left.`,
  }
}
