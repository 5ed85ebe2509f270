/** An ISO date without time, e.g. "2026-03-02". */
export type IsoDate = `${number}-${number}-${number}`

const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000

/**
 * The Monday of the week that `moment` falls in; a Sunday belongs to the Monday before it (SPEC section 4).
 * @param timeZone IANA name, e.g. "Europe/Lisbon"; the browser's own by default
 * @throws {RangeError} when the time zone is unknown
 * @example
 * weekOf(new Date('2026-03-01T23:30Z'), 'Europe/Lisbon') // '2026-02-23'
 * weekOf(new Date('2026-03-01T23:30Z'), 'Europe/Berlin') // '2026-03-02'
 * weekOf(new Date(0), 'Mars/Olympus') // throws RangeError
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
 * @example
 * dayOf(new Date('2026-03-01T23:30Z'), 'Europe/Berlin') // '2026-03-02'
 */
export const dayOf = (moment: Date, timeZone?: string): IsoDate => dayFormat(timeZone)(moment)

/**
 * The same for many moments.
 * @example
 * [new Date(0), new Date('2026-03-02T00:00Z')].map(dayFormat('UTC')) // ['1970-01-01', '2026-03-02']
 */
export function dayFormat(timeZone?: string): (moment: Date) => IsoDate {
  if (timeZone === undefined) return ownDay
  if (last?.timeZone === timeZone) return last.day
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const day = (moment: Date) => {
    // By parts: how a locale orders them differs between browsers.
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return `${parts['year']}-${parts['month']}-${parts['day']}` as IsoDate
  }
  last = { timeZone, day }
  return day
}

/** The format made last: most are asked for again at once, and making one costs a hundred times as much as using it. */
let last: { readonly timeZone: string; readonly day: (moment: Date) => IsoDate } | undefined

/** Without a format: screens ask for it with each render, and making one costs a hundred times as much as using it. */
const ownDay = (moment: Date): IsoDate =>
  isoDate(new Date(moment.getTime() - moment.getTimezoneOffset() * MS_PER_MINUTE))

const isoDate = (day: Date) => day.toISOString().slice(0, 10) as IsoDate

/**
 * Whether it is a day of the calendar, in years of this product's time.
 * @example
 * isDay('2028-02-29') // true
 * isDay('2026-02-29') // false
 */
export const isDay = (text: unknown): text is IsoDate =>
  typeof text === 'string' &&
  /^2\d{3}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
