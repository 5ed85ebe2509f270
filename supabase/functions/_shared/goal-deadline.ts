import { addDays } from '../../../domain/days.ts'
import type { GoalPeriod } from '../../../domain/goals.ts'
import { dayOf, weekOf, type IsoDate } from '../../../domain/week.ts'

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const satisfies Partial<Record<GoalPeriod, number>>

/**
 * The last day of the period in which a goal was set; of a week the Sunday (SPEC section 4).
 * @param timeZone IANA name of the founder's time zone; the browser's own by default
 * @throws {RangeError} when the time zone is unknown
 */
export function deadlineOf(period: GoalPeriod, setAt: Date, timeZone?: string): IsoDate {
  if (period === 'weekly') return addDays(weekOf(setAt, timeZone), 6)
  const day = new Date(dayOf(setAt, timeZone))
  const months = MONTHS[period]
  const next = Math.floor(day.getUTCMonth() / months + 1) * months
  return addDays(new Date(Date.UTC(day.getUTCFullYear(), next)).toISOString().slice(0, 10) as IsoDate, -1)
}
