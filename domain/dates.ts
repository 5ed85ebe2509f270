const calendarDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Formats an ISO date without time: the same day in every time zone.
 * @example
 * formatDate('2026-03-02') // 'Mar 2, 2026'
 */
export const formatDate = (date: string) => formatMoment(calendarDay, `${date}T00:00:00Z`, date)

/**
 * Formats an ISO date without time, where the year is clear.
 * @example
 * formatShortDate('2026-03-02') // 'Mar 2'
 */
export const formatShortDate = (date: string) => formatMoment(shortDay, `${date}T00:00:00Z`, date)

/**
 * Formats the month of an ISO date without time.
 * @example
 * formatMonth('2026-03-02') // 'March 2026'
 */
export const formatMonth = (date: string) => formatMoment(month, `${date}T00:00:00Z`, date)

/**
 * One record must not break a screen: an invalid date is shown as text.
 * @example
 * formatMoment(new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }), '2026-03-02T09:00Z') // '3/2/2026'
 * formatMoment(new Intl.DateTimeFormat('en-US'), 'soon') // 'soon'
 */
export function formatMoment(format: Intl.DateTimeFormat, moment: string | Date, text = String(moment)): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? text : format.format(date)
}
