import { formatDate, formatMonth } from '../../../../domain/dates.ts'
import { addDays, daysBetween } from '../../../../domain/days.ts'
import { weekOf, type IsoDate } from '../../../../domain/week.ts'

/** Days from the first to the last, both included, in UTC. */
export interface Span {
  readonly from: IsoDate
  readonly to: IsoDate
  /** As a sentence says it: "in October 2026", "last week". */
  readonly label: string
  /** The very day that "a year ago" is, for what is known of a day and not of a span. */
  readonly on?: IsoDate
  /** Up to its last day, from the first that is recorded: "as of Oct 19". */
  readonly isTotal?: true
  /** The day whose total a gain is counted from: "since Oct 5" is what came after the count of that day. */
  readonly counted?: IsoDate
}

/** A time that a text names, and where. */
export interface FoundSpan {
  readonly start: number
  readonly end: number
  readonly span: Span
  /** The span lies after today: "in 3 months", "until July 2027". */
  readonly isAhead: boolean
  /** A day without its month: "the 3rd". */
  readonly isBareDay?: boolean
}

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const UNIT_MONTHS = { month: 1, quarter: 3, year: 12 } as const

export const yearOf = (date: IsoDate): number => Number(date.slice(0, 4))

/** @param month from 0; any number of months before or after */
export const isoDate = (year: number, month: number, day: number): IsoDate =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10) as IsoDate

export const mondayOf = (day: IsoDate): IsoDate => weekOf(new Date(`${day}T00:00:00Z`), 'UTC')

/**
 * The same day of another month, or its last day.
 * @example
 * monthsAfter('2026-01-31', 1) // '2026-02-28'
 */
export function monthsAfter(date: IsoDate, months: number): IsoDate {
  const month = Number(date.slice(5, 7)) - 1 + months
  const last = Number(isoDate(yearOf(date), month + 1, 0).slice(8))
  return isoDate(yearOf(date), month, Math.min(Number(date.slice(8)), last))
}

/** A day that lies some units before. */
export const daysBack = (unit: Unit, many: number, today: IsoDate): IsoDate =>
  unit === 'day' || unit === 'week'
    ? addDays(today, -many * (unit === 'week' ? 7 : 1))
    : monthsAfter(today, -many * UNIT_MONTHS[unit])

/** The calendar week, month, quarter or year of a day, some of them later. */
export function unitSpan(unit: Unit, day: IsoDate, offset = 0): Span {
  if (unit === 'day') return daySpan(addDays(day, offset))
  if (unit === 'week') return weekSpan(addDays(mondayOf(day), offset * 7))
  const months = UNIT_MONTHS[unit]
  const begun = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months
  return monthsSpan(isoDate(yearOf(day), begun + offset * months, 1), months)
}

export const daySpan = (day: IsoDate, label = `on ${formatDate(day)}`): Span => ({ from: day, to: day, label })

export const weekSpan = (monday: IsoDate): Span => ({
  from: monday,
  to: addDays(monday, 6),
  label: `in the week of ${formatDate(monday)}`,
})

export const MOST_WEEKS = 53

/** The week of January 4 is the first (ISO 8601). */
export const mondayOfWeek = (week: number, year: number): IsoDate =>
  addDays(mondayOf(isoDate(year, 0, 4)), 7 * (week - 1))

/** 52 or 53 */
export const weeksOf = (year: number): number =>
  mondayOfWeek(MOST_WEEKS, year) < mondayOfWeek(1, year + 1) ? MOST_WEEKS : 52

export function monthsSpan(from: IsoDate, months: number): Span {
  const half = from.slice(5, 7) === '01' ? 'first' : 'second'
  const names: Readonly<Record<number, string>> = {
    1: formatMonth(from),
    3: `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${yearOf(from)}`,
    6: `the ${half} half of ${yearOf(from)}`,
    12: String(yearOf(from)),
  }
  return { from, to: addDays(monthsAfter(from, months), -1), label: `in ${names[months] ?? formatMonth(from)}` }
}

export const sinceSpan = (from: IsoDate, today: IsoDate): Span => ({
  from,
  to: today,
  label: `since ${formatDate(from)}`,
})

/** Before any record. */
const BEGINNING = '2000-01-01'

export const totalSpan = (day: IsoDate): Span => ({
  from: BEGINNING,
  to: day,
  label: `as of ${formatDate(day)}`,
  isTotal: true,
})

/** Days from one to another, as they are named; at least a week apart, gains are between the totals of both. */
export const daysSpan = (from: IsoDate, to: IsoDate): Span => ({
  from,
  to,
  label: `from ${formatDate(from)} to ${formatDate(to)}`,
  ...(daysBetween(from, to) >= 7 && { counted: from }),
})

/** "Since October 5": up to today, and no span of its own. */
export const isSince = (span: Span | undefined): boolean => span?.label.startsWith('since') === true

/** How many calendar months a span is: 1, 3 for a quarter, 12 for a year; undefined for any other. */
const wholeMonths = ({ from, to }: Span): number | undefined =>
  from.endsWith('-01') ? [1, 3, 6, 12].find((months) => addDays(monthsAfter(from, months), -1) === to) : undefined

/** The span of the same length some lengths later; earlier with a negative count. */
export function shiftedSpan(span: Span, by: number): Span {
  const months = wholeMonths(span)
  if (months) return monthsSpan(monthsAfter(span.from, months * by), months)
  const length = daysBetween(span.from, span.to) + 1
  const [from, to] = [addDays(span.from, length * by), addDays(span.to, length * by)]
  if (length === 7 && mondayOf(from) === from) return weekSpan(from)
  return { from, to, label: length === 1 ? `on ${formatDate(from)}` : `from ${formatDate(from)} to ${formatDate(to)}` }
}

/** The part of a span that has passed. */
export const untilToday = (span: Span, today: IsoDate): Span => (span.to > today ? { ...span, to: today } : span)

/** The spans of a unit from the one of a day to today's, oldest first, at most `most`. */
export function unitsSince(unit: Unit, from: IsoDate, today: IsoDate, most: number): Span[] {
  const spans = [unitSpan(unit, today)]
  while (spans.length < most && (spans[0]?.from ?? from) > from)
    spans.unshift(shiftedSpan(spans[0] ?? unitSpan(unit, today), -1))
  return spans
}

/** The same time of another year. */
export function yearsAfter(span: Span, years: number): Span {
  const months = wholeMonths(span)
  const from = monthsAfter(span.from, 12 * years)
  if (months) return monthsSpan(from, months)
  if (span.from === span.to) return daySpan(from)
  if (daysBetween(span.from, span.to) === 6 && mondayOf(span.from) === span.from) return weekSpan(mondayOf(from))
  return daysSpan(from, monthsAfter(span.to, 12 * years))
}
