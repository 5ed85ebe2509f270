import type { IsoDate } from './week.ts'

const MS_PER_DAY = 86_400_000

/**
 * Days from one date to a later one; negative when it is earlier.
 * @example
 * daysBetween('2026-02-27', '2026-03-02') // 3
 */
export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  Math.round((midnight(to).getTime() - midnight(from).getTime()) / MS_PER_DAY)

/**
 * @example
 * addDays('2026-02-27', 3) // '2026-03-02'
 */
export const addDays = (date: IsoDate, days: number): IsoDate =>
  new Date(midnight(date).getTime() + Math.round(days) * MS_PER_DAY).toISOString().slice(0, 10) as IsoDate

const midnight = (date: IsoDate): Date => new Date(`${date}T00:00:00Z`)
