import { share } from '../../_shared/conversion.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, percent } from '../text.ts'
import { shiftedSpan, unitSpan, unitsSince, untilToday, type Span } from '../understand/calendar-spans.ts'
import type { Operation } from './answer.ts'
import { capital } from './figures.ts'
import { countLine, goalLine, NO_GOALS } from './goal-lines.ts'

/** Share of goals that are done: of all, of a period, of those that were set in a span. */
export const shareDone: Operation = async (query, { context, queries }) => {
  const [period] = query.periods
  const [span] = query.spans
  if (span) {
    const added = untilToday(span, context.today)
    const [all, done] = await Promise.all([
      queries.goals({ period, added }),
      queries.goals({ period, added, isDone: true }),
    ])
    return {
      line: `**${counted(done.count, 'goal')}** of the ${all.count} that were set ${span.label} ${done.count === 1 ? 'is' : 'are'} done (${percent(share(done.count, all.count))}).`,
      evidence: all.rows.map((goal) => goalLine(goal, context.today)),
    }
  }
  const counts = period ? context.goalCounts.filter((one) => one.period === period) : context.goalCounts
  const [all, done] = [
    counts.reduce((sum, one) => sum + one.goals, 0),
    counts.reduce((sum, one) => sum + one.completed, 0),
  ]
  return {
    line: `**${percent(share(done, all))}** of your ${period ? `${period} ` : ''}goals are done: ${done} of ${all}.`,
    evidence: context.goalCounts.map(countLine),
    isList: true,
  }
}

export const duration: Operation = async (query, { queries }) => {
  const days = await queries.goalDays(query.periods[0])
  if (days.length === 0) return { line: 'No goal is done yet, so how long they take is **not recorded**.' }
  const lengths = days.map(({ set, completed }) => daysBetween(set, completed)).toSorted((a, b) => a - b)
  const mean = lengths.reduce((sum, one) => sum + one, 0) / lengths.length
  return {
    line: `Your ${query.periods[0] ? `${query.periods[0]} ` : ''}goals take **${mean.toFixed(1)} days** on average, from the day they were set to the day they were done.`,
    evidence: [
      `Half of them took ${counted(lengths[Math.floor(lengths.length / 2)] ?? 0, 'day')} or less, the longest ${counted(lengths.at(-1) ?? 0, 'day')}; over ${counted(days.length, 'goal')}.`,
    ],
  }
}

const doneIn = async (span: Span, query: Query, { context, queries }: AskingFounder): Promise<number> =>
  (await queries.goals({ period: query.periods[0], isDone: true, completed: untilToday(span, context.today) })).count

export const compare: Operation = async (query, founder) => {
  const { today } = founder.context
  const [first = unitSpan('month', today), second] = query.spans
  const [later, earlier] = second
    ? first.from > second.from
      ? [first, second]
      : [second, first]
    : [first, shiftedSpan(first, -1)]
  const [now, then] = await Promise.all([doneIn(later, query, founder), doneIn(earlier, query, founder)])
  const way = now === then ? 'the same' : now > then ? `**${now - then} more**` : `**${then - now} fewer**`
  return {
    line: `${capital(later.label)}: **${counted(now, 'goal')}** completed; ${earlier.label}: **${counted(then, 'goal')}** (${way}).`,
  }
}

export const bestTime: Operation = async (query, founder) => {
  const { context, queries } = founder
  const days = await queries.goalDays(query.periods[0])
  const first = days.map(({ completed }) => completed).toSorted()[0]
  if (!first) return NO_GOALS
  const unit = query.unit === 'week' || query.unit === 'quarter' || query.unit === 'year' ? query.unit : 'month'
  const spans = unitsSince(unit, first, context.today, 60).map((span) => ({
    span,
    many: days.filter(({ completed }) => completed >= span.from && completed <= span.to).length,
  }))
  const [best, ...others] = spans.toSorted((a, b) => (b.many - a.many) * (query.which === 'worst' ? -1 : 1))
  return (
    best && {
      line: `You completed the ${query.which === 'worst' ? 'fewest' : 'most'} goals ${best.span.label}: **${best.many}**.`,
      evidence: others.map(({ span, many }) => `${capital(span.label)}: ${many}.`),
    }
  )
}

/** "How many goals do I finish a week?" */
export const perTime: Operation = async (query, { context, queries }) => {
  const unit = query.unit
  if (!unit || !query.concepts.has('average') || query.spans.length > 0 || query.periods.length > 0) return undefined
  const days = await queries.goalDays()
  const first = days.map(({ completed }) => completed).toSorted()[0]
  if (!first) return undefined
  const many = Math.max(
    1,
    daysBetween(first, context.today) / { day: 1, week: 7, month: 30.44, quarter: 91.3, year: 365.25 }[unit],
  )
  return {
    line: `About **${(days.length / many).toFixed(1)} goals a ${unit}** are done on average, since ${formatDate(first)}.`,
  }
}
