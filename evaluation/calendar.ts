import { addDays } from '../domain/days.ts'
import type { IsoDate } from '../domain/week.ts'

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
] as const // prettier-ignore

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** All days are UTC's. */
const partsOf = (day: IsoDate) => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)) - 1,
  date: Number(day.slice(8, 10)),
})

const dayFrom = (year: number, month: number, date: number): IsoDate =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10) as IsoDate

/** "Wednesday" */
export const weekdayName = (day: IsoDate): string => DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

/** The Monday of the week, some weeks earlier. */
export const monday = (day: IsoDate, weeksAgo = 0): IsoDate =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) - 7 * weeksAgo)

/** The first day of the month, some months earlier. */
export const monthStart = (day: IsoDate, monthsAgo = 0): IsoDate => {
  const { year, month } = partsOf(day)
  return dayFrom(year, month - monthsAgo, 1)
}

/** The last day of the month, some months earlier. */
export const monthEnd = (day: IsoDate, monthsAgo = 0): IsoDate => addDays(monthStart(day, monthsAgo - 1), -1)

/** The first day of the quarter. */
export const quarterStart = (day: IsoDate): IsoDate => {
  const { year, month } = partsOf(day)
  return dayFrom(year, month - (month % 3), 1)
}

export const yearStart = (day: IsoDate): IsoDate => dayFrom(partsOf(day).year, 0, 1)

/** "October" */
const monthName = (day: IsoDate): string => MONTHS[partsOf(day).month] ?? ''

/** "October 2026" */
export const monthAndYear = (day: IsoDate): string => `${monthName(day)} ${partsOf(day).year}`

/** "November 9" */
export const longDay = (day: IsoDate): string => `${monthName(day)} ${partsOf(day).date}`

/** "November 9 2025" */
export const dayAndYear = (day: IsoDate): string => `${longDay(day)} ${partsOf(day).year}`

/** From one day to another, both of them in it, as of today. */
export interface Span {
  readonly first: IsoDate
  readonly last: IsoDate
  readonly today: IsoDate
}

export const isIn = (day: string, { first, last }: Span): boolean => day >= first && day <= last

/** Spans and names as questions have them, counted back from a day: `inMonth(1)` is last month. */
export const calendarOf = (today: IsoDate) => {
  const between = (first: IsoDate, last: IsoDate): Span => ({ first, last, today })
  const year = (back: number) => partsOf(today).year - back
  return {
    between,
    inWeek: (back: number) => between(monday(today, back), addDays(monday(today, back), 6)),
    inMonth: (back: number) => between(monthStart(today, back), monthEnd(today, back)),
    inQuarter: (back: number) => between(monthStart(quarterStart(today), 3 * back), monthEnd(quarterStart(today), 3 * back - 2)),
    inYear: (back: number) => between(`${year(back)}-01-01`, `${year(back)}-12-31`),
    lastDays: (days: number) => between(addDays(today, 1 - days), today),
    since: (first: IsoDate) => between(first, today),
    year,
    /** "October" */
    monthName: (back: number) => monthName(monthStart(today, back)),
    /** "October 2026" */
    monthYear: (back: number) => monthAndYear(monthStart(today, back)),
  } // prettier-ignore
}
