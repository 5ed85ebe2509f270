import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder, DueDecision, DueGoal } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, titled } from '../text.ts'
import type { Span } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'
import { nextFor } from './goal-lines.ts'

const UNITS = { weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const
/** Records that a sentence names. */
const NAMED = 3

const ago = (due: IsoDate, today: IsoDate): string =>
  due < today ? ` (${counted(daysBetween(due, today), 'day')} ago)` : ''

/** "When are they due?": a goal has no day of its own, only the end of what it was carried into or set for. */
export async function dueOf(shown: readonly Pick<Goal, 'id'>[], { context, queries }: AskingFounder): Promise<Answer> {
  const ids = new Set(shown.map(({ id }) => id))
  const rows = (await queries.deadlines()).goals.filter(({ id }) => ids.has(id))
  const says = (goal: DueGoal) =>
    `${titled('goal', goal, goal.text)} by **${formatDate(goal.due)}**, the end of its ${UNITS[goal.period]}${ago(goal.due, context.today)}`
  return {
    line: `${enumerated(rows.slice(0, NAMED).map(says))}: goals have no other due date.`,
    evidence: rows.slice(NAMED).map((row) => `${says(row)}.`),
    next: nextFor(context.goals.find(({ id }) => id === rows[0]?.id)),
  }
}

const OF_ALL = /^(?:goals\.(?:list|when|count)|overview\.today|calendar\.until)$/

/** "What deadlines do I have?", "what is due this week?"; those that are past theirs are a list of open goals. */
export const asksDeadlines = ({ intent, concepts, state, records, about, loops }: Query): boolean =>
  concepts.has('deadline') &&
  OF_ALL.test(intent) &&
  records.length + about.length + loops.length === 0 &&
  state !== 'overdue' &&
  state !== 'done' &&
  !concepts.has('created')

type Due = DueGoal | DueDecision

const nameOf = (one: Due): string =>
  'text' in one ? titled('goal', one, one.text) : `${titled('decision', one, one.title)} (to look at again)`

const sumOf = (all: readonly Due[]): string => {
  const goals = all.filter((one) => 'text' in one).length
  const decisions = all.length - goals
  return enumerated([
    ...(goals > 0 ? [counted(goals, 'goal')] : []),
    ...(decisions > 0 ? [counted(decisions, 'decision')] : []),
  ])
}

const isDue = (many: readonly Due[]): string => (many.length === 1 ? 'is' : 'are')

/** "What is due this week?": open goals and decisions to look at again, by their day; those whose day has passed apart. */
export async function deadlines({ periods, spans, ahead, concepts }: Query, founder: AskingFounder): Promise<Answer> {
  const { today, goals } = founder.context
  const known = await founder.queries.deadlines()
  const ofPeriods = known.goals.filter(({ period }) => periods.length === 0 || periods.includes(period))
  const all: readonly Due[] = [
    ...ofPeriods,
    ...(periods.length > 0 || concepts.has('goals') ? [] : known.decisions),
  ].toSorted((a, b) => a.due.localeCompare(b.due))
  const [span = ahead && ({ from: today, to: ahead, label: `by ${formatDate(ahead)}` } satisfies Span)] = spans
  const late = all.filter(({ due }) => due < today)
  const coming = all.filter(({ due }) => due >= today)
  const asked = span ? all.filter(({ due }) => due >= span.from && due <= span.to) : coming
  const says = (one: Due) => `${nameOf(one)} by **${formatDate(one.due)}**${ago(one.due, today)}`
  const left = late.filter((one) => !asked.includes(one))
  const passed = left.length > 0 ? ` The day of ${sumOf(left)} more has passed already.` : ''
  const time = span ? ` ${span.label}` : ''
  const shown = [...asked, ...left]
  return {
    line:
      asked.length === 0
        ? `**Nothing** is due${time}.${passed}`
        : `**${sumOf(asked)}** ${isDue(asked)} due${time}: ${asked.length > NAMED ? 'first ' : ''}${enumerated(asked.slice(0, NAMED).map(says))}.${passed}`,
    evidence: [...asked.slice(NAMED), ...left].map((one) => `${says(one)}.`),
    isList: true,
    count: Math.max(0, shown.length - Math.min(NAMED, asked.length)),
    next: nextFor(goals.find(({ id }) => shown.some((one) => one.id === id))),
  }
}
