/** An ISO date without time, e.g. "2026-03-02". */
export type IsoDate = `${number}-${number}-${number}`

const MS_PER_DAY = 86_400_000

/**
 * The Monday of the week that `moment` falls in; a Sunday belongs to the Monday before it (SPEC section 4).
 * @param timeZone IANA name, e.g. "Europe/Lisbon"; the reader's own when left out
 * @throws {RangeError} when the time zone is unknown
 */
export function weekOf(moment: Date, timeZone?: string): IsoDate {
  const today = utcMidnight(moment, timeZone)
  const daysSinceMonday = (today.getUTCDay() + 6) % 7
  return isoDate(new Date(today.getTime() - daysSinceMonday * MS_PER_DAY))
}

/** The calendar day of `moment` in `timeZone`, as midnight UTC: days can then be counted without daylight saving. */
function utcMidnight(moment: Date, timeZone: string | undefined): Date {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
  return new Date(`${parts}T00:00:00Z`)
}

const isoDate = (day: Date) => day.toISOString().slice(0, 10) as IsoDate
