/** An ISO date without time, e.g. "2026-03-02". */
export type IsoDate = `${number}-${number}-${number}`

const MS_PER_DAY = 86_400_000

/**
 * The Monday of the week that `moment` falls in; a Sunday belongs to the Monday before it (SPEC section 4).
 * @param timeZone IANA name, e.g. "Europe/Lisbon"; the browser's own by default
 * @throws {RangeError} when the time zone is unknown
 */
export function weekOf(moment: Date, timeZone?: string): IsoDate {
  const today = new Date(dayOf(moment, timeZone))
  const daysSinceMonday = (today.getUTCDay() + 6) % 7
  return isoDate(new Date(today.getTime() - daysSinceMonday * MS_PER_DAY))
}

/**
 * The calendar day of `moment`.
 * @param timeZone as above
 * @throws {RangeError} when the time zone is unknown
 */
export const dayOf = (moment: Date, timeZone?: string): IsoDate =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment) as IsoDate

const isoDate = (day: Date) => day.toISOString().slice(0, 10) as IsoDate
