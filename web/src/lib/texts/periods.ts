import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'

/**
 * When the week, month, quarter and year that `moment` falls in began, in the local time zone. Weeks begin on Monday.
 * @example
 * periodStarts(new Date(2026, 4, 6))
 * // {
 * //   weekly: new Date(2026, 4, 4),
 * //   monthly: new Date(2026, 4),
 * //   quarterly: new Date(2026, 3),
 * //   yearly: new Date(2026, 0),
 * // }
 */
export function periodStarts(moment: Date): Readonly<Record<GoalPeriod, Date>> {
  const [year, month, day] = [moment.getFullYear(), moment.getMonth(), moment.getDate()]
  const daysSinceMonday = (moment.getDay() + 6) % 7
  return {
    weekly: new Date(year, month, day - daysSinceMonday),
    monthly: new Date(year, month),
    quarterly: new Date(year, month - (month % 3)),
    yearly: new Date(year, 0),
  }
}

/**
 * The periods whose last day it is.
 * @example
 * periodsEnding(new Date(2026, 4, 31)) // ['weekly', 'monthly']
 * periodsEnding(new Date(2026, 4, 6)) // []
 */
export function periodsEnding(moment: Date): GoalPeriod[] {
  const next = periodStarts(new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + 1))
  return GOAL_PERIODS.flatMap(({ id }) => (next[id] > moment ? id : []))
}

const units: Readonly<Record<GoalPeriod, string>> = {
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
}

/**
 * The periods that left-over goals come from: "last week", or "earlier weeks" when one of them is older.
 * @param planned moments at which they were planned; all before the present period
 * @example
 * leftOverFrom('weekly', [new Date(2026, 2, 4)], new Date(2026, 2, 9)) // 'last week'
 * leftOverFrom('weekly', [new Date(2026, 1, 4)], new Date(2026, 2, 9)) // 'earlier weeks'
 */
export function leftOverFrom(period: GoalPeriod, planned: readonly Date[], now: Date): string {
  const began = periodStarts(now)[period]
  const before = periodStarts(new Date(began.getTime() - 1))[period]
  return planned.every((moment) => moment >= before) ? `last ${units[period]}` : `earlier ${units[period]}s`
}

/** Days before its end from which a quarter is said to end. */
const ENDING_DAYS = 14

/**
 * Whether the quarter ends within two weeks.
 * @example
 * isQuarterEnding(new Date(2026, 2, 18)) // true
 * isQuarterEnding(new Date(2026, 2, 17)) // false
 */
export const isQuarterEnding = (moment: Date): boolean =>
  moment >= new Date(moment.getFullYear(), quarterOf(moment) * 3, 1 - ENDING_DAYS)

/**
 * From 1 to 4.
 * @example
 * quarterOf(new Date(2026, 11, 31)) // 4
 */
export const quarterOf = (moment: Date): number => Math.floor(moment.getMonth() / 3) + 1
