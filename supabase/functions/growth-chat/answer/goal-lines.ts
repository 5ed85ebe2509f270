import { share } from '../../_shared/conversion.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { progressOf } from '../../_shared/goal-progress.ts'
import type { FounderContext, Goal } from '../../_shared/founder-records.ts'
import { counted, enumerated, percent, titled } from '../text.ts'
import { unitSpan } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'

export const NO_GOALS: Answer = {
  line: 'There are **no goals** in your records yet.',
  evidence: ['Goals are added on the Command Board, by week, month, quarter or year.'],
  next: 'add one goal for this week on the Command Board, with a number in it.',
  proposals: [{ kind: 'goal', period: 'weekly', text: 'Talk to five customers' }],
}

export const openGoals = ({ goals }: FounderContext): readonly Goal[] => goals.filter(({ completed }) => !completed)

export const nextFor = (goal: Goal | undefined): string =>
  goal
    ? `write down the first piece of ${titled('goal', goal, goal.text)} that fits in two hours, and do it today.`
    : (NO_GOALS.next ?? '')

const labelOf = (period: GoalPeriod): string => GOAL_PERIODS.find(({ id }) => id === period)?.label ?? period

export const countLine = ({ period, goals, completed }: FounderContext['goalCounts'][number]): string =>
  `${labelOf(period)}: ${completed} of ${goals} done (${percent(share(completed, goals))}).`

export const goalLine = (goal: Goal, today: IsoDate): string =>
  `${titled('goal', goal, goal.text)}: ${goal.completed ? `done, set on ${formatDate(goal.date)}` : goal.date >= today ? 'set today' : `open for ${counted(daysBetween(goal.date, today), 'day')}`}${goal.progress === undefined ? '' : `, ${progressOf(goal)}`} (${goal.period}).`

const UNITS = { weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' } as const

/** "When are they due?": a goal has no day of its own, only the week, month, quarter or year that it was set for. */
export function dueOf(goals: readonly Goal[], today: IsoDate): Answer {
  const rows = goals.map((goal) => ({ goal, end: unitSpan(UNITS[goal.period], goal.date).to }))
  const says = ({ goal, end }: (typeof rows)[number]) =>
    `${titled('goal', goal, goal.text)} by **${formatDate(end)}**, the end of its ${UNITS[goal.period]}${end < today ? ` (${counted(daysBetween(end, today), 'day')} ago)` : ''}`
  const [first] = rows
  return {
    line: `${enumerated(rows.slice(0, 3).map(says))}: goals have no other due date.`,
    evidence: rows.slice(3).map((row) => `${says(row)}.`),
    ...(first && { next: nextFor(first.goal) }),
  }
}
