import { weekOf } from '../../../domain/week.ts'
import type { Random } from './random.ts'

export const MS_PER_HOUR = 3_600_000
export const MS_PER_WEEK = 7 * 24 * MS_PER_HOUR

/** The Monday of a week, and the Friday of its check-in; never in the future. */
export function checkInTimes(now: Date, weeks: number, random: Random): { week_of: string; created_at: string } {
  const week_of = weekOf(new Date(now.getTime() - weeks * MS_PER_WEEK), 'UTC')
  const friday = Date.parse(week_of) + (4 * 24 + 14) * MS_PER_HOUR + random.between(0, 5 * 60) * 60_000
  return { week_of, created_at: new Date(Math.min(friday, now.getTime() - 60_000)).toISOString() }
}

/** A moment of that day between 14 and 19 h UTC, in working hours; never in the future. */
export function atWork(now: Date, weeksAgo: number, random: Random): string {
  const day = new Date(now.getTime() - weeksAgo * MS_PER_WEEK).setUTCHours(14, random.between(0, 299), 0, 0)
  return new Date(day < now.getTime() ? day : day - 24 * MS_PER_HOUR).toISOString()
}

/** A moment of an earlier week: its Monday afternoon, and that many days later. */
export const inWeek = (now: Date, weeksAgo: number, days: number, random: Random): string => {
  const monday = Date.parse(weekOf(new Date(now.getTime() - weeksAgo * MS_PER_WEEK), 'UTC'))
  return new Date(monday + (days * 24 + 14) * MS_PER_HOUR + random.between(0, 4 * 60) * 60_000).toISOString()
}

export const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

/** A completed goal was completed some days after it was set; never in the future. */
export function completionOf(goal: { readonly completed: boolean; readonly created_at: string }, now: Date) {
  if (!goal.completed) return null
  const set = Date.parse(goal.created_at)
  return new Date(Math.min(set + 0.4 * MS_PER_WEEK, (set + now.getTime()) / 2)).toISOString()
}
