import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { oldestOpen, outlived } from '../../../../domain/goal-ages.ts'
import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import { quotedAmong } from '../../../../domain/quotes.ts'
import { share } from '../../../../domain/conversion.ts'
import type { Decision, FounderContext, Goal } from '../../_shared/founder-records.ts'
import type { Facts } from './facts.ts'
import { counted, percent, quoted, titled } from './text.ts'

export const goalFacts: Facts = {
  title: 'Your goals',
  missing:
    'There is nothing in your records on this yet. Add one goal for this week on the Command Board, with a number in it.',
  lines: (context, question) => {
    const { goalCounts, goals, today } = context
    const quotedRecord = askedGoal(context, question)
    const oldest = oldestOpen(goals)
    const late = outlived(goals, today)
    return [
      ...(quotedRecord
        ? [`Asked about: ${titled('goal', quotedRecord, quotedRecord.text)}, ${ageOf(quotedRecord, context)}.`]
        : []),
      ...goalCounts.map(
        ({ period, goals: all, completed }) =>
          `${labelOf(period)}: ${completed} of ${all} done (${percent(share(completed, all))})`,
      ),
      ...(oldest && oldest !== quotedRecord
        ? [`Open for longest: ${titled('goal', oldest, oldest.text)}, ${ageOf(oldest, context)}.`]
        : []),
      ...(late.length > 0
        ? [`${counted(late.length, 'open goal')} outlived the period they were set for: these can wait, shrink or go.`]
        : []),
    ]
  },
  next: (context, question) => {
    const first = askedGoal(context, question) ?? firstToDo(context.goals)
    return (
      first &&
      `write down the first piece of ${titled('goal', first, first.text)} that fits in two hours, and do it today.`
    )
  },
}

export const decisionFacts: Facts = {
  title: 'Your decisions',
  missing:
    'There is nothing in your records on this yet. Log your next decision in Founder Brain, with the reason: in a month it will show you how you think.',
  lines: ({ decisions }, question) => {
    if (decisions.length === 0) return []
    const rated = (impact: Decision['impact']) => decisions.filter((decision) => decision.impact === impact)
    const quotedRecord = quotedAmong(question, decisions, ({ title }) => title)
    const [worked] = rated('positive')
    const [failed] = rated('negative')
    const waiting = decisions.filter(({ result }) => result.trim() === '')
    const oldest = waiting.at(-1)
    return [
      ...(quotedRecord
        ? [
            `Asked about: ${titled('decision', quotedRecord, quotedRecord.title)} of ${formatDate(quotedRecord.date)}. ${outcome(quotedRecord)}`,
          ]
        : []),
      `Your last ${counted(decisions.length, 'decision')}: ${rated('positive').length} positive, ${rated('neutral').length} neutral or not rated, ${rated('negative').length} negative.`,
      ...(worked && worked !== quotedRecord
        ? [`It worked: ${titled('decision', worked, worked.title)}. What would the same reasoning say now?`]
        : []),
      ...(failed && failed !== quotedRecord
        ? [`It did not: ${titled('decision', failed, failed.title)}. What would you have had to know before?`]
        : []),
      ...(oldest && oldest !== quotedRecord
        ? [
            `${waiting.length} without a result, for longest ${titled('decision', oldest, oldest.title)} of ${formatDate(oldest.date)}.`,
          ]
        : []),
    ]
  },
}

/** The next thing to do: the newest of this week's goals, else the newest of all. */
const firstToDo = (goals: readonly Goal[]): Goal | undefined =>
  goals.find(({ completed, period }) => !completed && period === 'weekly') ?? goals.find(({ completed }) => !completed)

const askedGoal = ({ goals }: FounderContext, question: string): Goal | undefined =>
  quotedAmong(question, goals, ({ text }) => text)

const labelOf = (period: Goal['period']): string => GOAL_PERIODS.find(({ id }) => id === period)?.label ?? period

function ageOf({ period, completed, date }: Goal, { today }: FounderContext): string {
  return completed
    ? `a ${period} goal that is done`
    : `a ${period} goal, open for ${counted(daysBetween(date, today), 'day')}`
}

const outcome = ({ impact, result, reason }: Decision): string =>
  result.trim() === ''
    ? `No result is noted yet; your reason was ${quoted(reason)}.`
    : `Rated ${impact}: ${quoted(result)}.`
