import { share } from '../../../../../domain/conversion.ts'
import { formatDate } from '../../../../../domain/dates.ts'
import { daysBetween } from '../../../../../domain/days.ts'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../../domain/goals.ts'
import type { FounderContext, Goal } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, percent, titled } from '../text.ts'

export const NO_GOALS: Answer = {
  line: 'There are no goals in your records yet.',
  evidence: ['Goals are added on the Command Board, by week, month, quarter or year.'],
  next: 'add one goal for this week on the Command Board, with a number in it.',
  proposals: [{ kind: 'goal', period: 'weekly', text: 'Talk to five customers' }],
}

/** The day on which a goal was ticked; undefined while it is open. */
export async function dayOfCompletion(
  { id, completed }: Goal,
  queries: AskingFounder['queries'],
): Promise<string | undefined> {
  const day = completed ? await queries.goalCompletedOn(id) : undefined
  return day && formatDate(day)
}

export function aboutGoal(goal: Goal, context: FounderContext, opening = 'The goal', completedOn?: string): Answer {
  const others = context.goals.filter(
    ({ id, completed, period }) => id !== goal.id && !completed && period === goal.period,
  )
  return {
    line: `${opening} ${titled('goal', goal, goal.text)} ${goal.completed ? `is **done**${completedOn ? ` since ${completedOn}` : ''}; you set it on ${formatDate(goal.date)}` : `is **open**, for ${counted(daysBetween(goal.date, context.today), 'day')}, since ${formatDate(goal.date)}`} (${goal.period}).`,
    evidence:
      others.length > 0
        ? others.map((other) => `Beside it: ${goalLine(other, context)}`)
        : context.goalCounts.map(countLine),
    next: goal.completed ? 'write the win into this week’s check-in, so that it counts.' : nextFor(goal),
  }
}

export const allDone = ({ goalCounts }: FounderContext): Answer => ({
  line: 'No goal is open: all of them are done.',
  evidence: goalCounts.map(countLine),
  next: NO_GOALS.next ?? '',
})

export const goalLine = (goal: Goal, { today }: FounderContext): string =>
  `${titled('goal', goal, goal.text)}: ${goal.completed ? `done, set on ${formatDate(goal.date)}` : `open for ${counted(daysBetween(goal.date, today), 'day')}`} (${goal.period}).`

const labelOf = (period: GoalPeriod): string => GOAL_PERIODS.find(({ id }) => id === period)?.label ?? period

export const countLine = ({ period, goals, completed }: FounderContext['goalCounts'][number]): string =>
  `${labelOf(period)}: ${completed} of ${goals} done (${percent(share(completed, goals))}).`

export const nextFor = (goal: Goal | undefined): string =>
  goal
    ? `write down the first piece of ${titled('goal', goal, goal.text)} that fits in two hours, and do it today.`
    : (NO_GOALS.next ?? '')
