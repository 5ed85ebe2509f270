import { addDays } from './days.ts'
import type { IsoDate } from './week.ts'

/** Hours of the day in New York, every day that is not a day off; the label is SPEC section 2's. */
export const SQUAD_HOURS = { from: 9, to: 18, timeZone: 'America/New_York', label: 'Online 9 AM - 6 PM EST' } as const

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** A date in New York, or a weekday there. */
export type DayOff = IsoDate | (typeof WEEKDAYS)[number]

/** `opensAt` is undefined without a working day within a year. */
export type SquadStatus =
  { readonly state: 'open'; readonly closesAt: Date } | { readonly state: 'closed'; readonly opensAt: Date | undefined }

/** Days in which the next working day is searched. */
const DAYS_AHEAD = 366

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR

/**
 * Whether it is a weekday's name in lower case, or a valid date.
 * @example
 * isDayOff('sunday') // true
 * isDayOff('2026-12-25') // true
 * isDayOff('Sunday') // false
 */
export function isDayOff(text: string): text is DayOff {
  if (WEEKDAYS.some((weekday) => weekday === text)) return true
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/**
 * Whether the squad is available at `moment`, and until when. The minute it opens counts as open, the minute it closes as
 * closed.
 * @throws {RangeError} when `moment` is an invalid date
 * @example
 * squadStatus(new Date('2026-03-02T15:00Z'), []) // { state: 'open', closesAt: new Date('2026-03-02T23:00Z') }
 * squadStatus(new Date('2026-03-07T23:00Z'), ['sunday']) // { state: 'closed', opensAt: new Date('2026-03-09T13:00Z') }
 */
export function squadStatus(moment: Date, daysOff: readonly DayOff[]): SquadStatus {
  const off = new Set<string>(daysOff)
  const clock = clockOf(moment)
  const today = dateOf(clock)
  const hour = new Date(clock).getUTCHours()
  if (hour < SQUAD_HOURS.from) return { state: 'closed', opensAt: nextOpening(today, off) }
  if (hour >= SQUAD_HOURS.to || !isWorked(today, off)) {
    return { state: 'closed', opensAt: nextOpening(addDays(today, 1), off) }
  }
  return { state: 'open', closesAt: momentOf(today, SQUAD_HOURS.to) }
}

/**
 * The squad's opening and closing times, on each working day from `from` to `until` in New York.
 * @example
 * daysOfWork(new Date('2026-03-07T15:00Z'), new Date('2026-03-08T15:00Z'), ['sunday'])
 * // [{ opensAt: new Date('2026-03-07T14:00Z'), closesAt: new Date('2026-03-07T23:00Z') }]
 */
export function daysOfWork(from: Date, until: Date, daysOff: readonly DayOff[]): { opensAt: Date; closesAt: Date }[] {
  const off = new Set<string>(daysOff)
  const last = dateOf(clockOf(until))
  const days = []
  for (let date = dateOf(clockOf(from)); date <= last; date = addDays(date, 1)) {
    if (!isWorked(date, off)) continue
    days.push({ opensAt: momentOf(date, SQUAD_HOURS.from), closesAt: momentOf(date, SQUAD_HOURS.to) })
  }
  return days
}

/**
 * Since when a message must have waited at `moment`, if an answer is promised within some hours. Whole days are days of the
 * clock, each with one working day in it; of the hours beyond them only those count in which the squad works, one working day
 * at most. The database computes the same (private.promised_since), without days off too.
 * @example
 * promisedSince(new Date('2026-03-03T15:00Z'), 2) // new Date('2026-03-02T22:00Z')
 * promisedSince(new Date('2026-03-03T15:00Z'), 24) // new Date('2026-03-02T15:00Z')
 */
export function promisedSince(moment: Date, hours: number): Date {
  const clock = clockOf(moment) - Math.floor(hours / 24) * MS_PER_DAY
  if (hours % 24 === 0) return atClock(clock)
  const date = dateOf(clock)
  const opening = Date.parse(`${date}T00:00:00Z`) + SQUAD_HOURS.from * MS_PER_HOUR
  const workingDay = (SQUAD_HOURS.to - SQUAD_HOURS.from) * MS_PER_HOUR
  const worked = Math.min(Math.max(clock - opening, 0), workingDay)
  const rest = Math.min((hours % 24) * MS_PER_HOUR, workingDay)
  const overnight = rest <= worked ? 0 : MS_PER_DAY - workingDay
  return atClock(opening + worked - rest - overnight)
}

function nextOpening(from: IsoDate, off: ReadonlySet<string>): Date | undefined {
  for (let days = 0; days < DAYS_AHEAD; days++) {
    const date = addDays(from, days)
    if (isWorked(date, off)) return momentOf(date, SQUAD_HOURS.from)
  }
  return undefined
}

function isWorked(date: IsoDate, off: ReadonlySet<string>): boolean {
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
  return !off.has(date) && !off.has(weekday)
}

/** Cached: creating one costs a hundred times as much as using it. */
const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: SQUAD_HOURS.timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** New York's wall-clock time, as if it were UTC, in milliseconds. */
function clockOf(moment: Date): number {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = newYork
    .format(moment)
    .split(/\D+/)
    .map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The moment at which clocks in New York show this. */
function atClock(clock: number): Date {
  const guess = clock - (clockOf(new Date(clock)) - clock)
  return new Date(guess - (clockOf(new Date(guess)) - clock))
}

const dateOf = (clock: number) => new Date(clock).toISOString().slice(0, 10) as IsoDate

/** The moment of an hour in New York. Clocks change at night, so the offset at noon UTC applies to all working hours. */
function momentOf(date: IsoDate, hour: number): Date {
  const noon = Date.parse(`${date}T12:00:00Z`)
  const offset = clockOf(new Date(noon)) - noon
  return new Date(noon - offset + (hour - 12) * MS_PER_HOUR)
}
