const calendarDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "Mar 2, 2026" for an ISO date without time, the same day in every time zone. */
export const formatDate = (date: string) => formatMoment(calendarDay, `${date}T00:00:00Z`, date)

/** "Mar 2" for an ISO date without time, where the year is clear. */
export const formatShortDate = (date: string) => formatMoment(shortDay, `${date}T00:00:00Z`, date)

/** "March 2026" for an ISO date without time. */
export const formatMonth = (date: string) => formatMoment(month, `${date}T00:00:00Z`, date)

/** One record must not break a screen: an invalid date is shown as text. */
export function formatMoment(format: Intl.DateTimeFormat, moment: string | Date, text = String(moment)): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? text : format.format(date)
}
