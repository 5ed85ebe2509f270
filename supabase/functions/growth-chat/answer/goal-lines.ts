import { share } from '../../_shared/conversion.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { progressOf } from '../../_shared/goal-progress.ts'
import type { FounderContext, Goal } from '../../_shared/founder-records.ts'
import { counted, percent, titled } from '../text.ts'
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
