import { daysBetween } from '../../../domain/days.ts'
import type { GoalPeriod } from '../../../domain/goals.ts'
import type { IsoDate } from '../../../domain/week.ts'

interface Goal {
  readonly period: GoalPeriod
  readonly completed: boolean
  readonly date: IsoDate
}

/** Days after which a goal is older than its period. */
const PERIOD_DAYS: Readonly<Record<GoalPeriod, number>> = { weekly: 7, monthly: 31, quarterly: 92, yearly: 366 }

/** The goal that has been open longest. */
export const oldestOpen = <Known extends Goal>(goals: readonly Known[]): Known | undefined =>
  goals.filter(({ completed }) => !completed).toSorted((a, b) => daysBetween(b.date, a.date))[0]

/** Open goals that are older than their period. */
export const outlived = <Known extends Goal>(goals: readonly Known[], today: IsoDate): readonly Known[] =>
  goals.filter(({ completed, date, period }) => !completed && daysBetween(date, today) > PERIOD_DAYS[period])
