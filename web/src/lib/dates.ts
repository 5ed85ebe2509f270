const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
const calendarDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "Mar 2, 2026", in the browser's time zone. */
export const formatDay = (moment: string | Date) => formatted(day, moment)

/** "9:05 AM", in the browser's time zone. */
export const formatTime = (moment: string | Date) => formatted(time, moment)

/** "Mon, Mar 2", in the browser's time zone. */
export const formatWeekday = (moment: string | Date) => formatted(weekday, moment)

/** "Mar 2, 2026" for an ISO date without time, the same day in every time zone. */
export const formatDate = (date: string) => formatted(calendarDay, `${date}T00:00:00Z`, date)

/** "Mar 2" for an ISO date without time, where the year is clear. */
export const formatShortDate = (date: string) => formatted(shortDay, `${date}T00:00:00Z`, date)

/** "March 2026" for an ISO date without time. */
export const formatMonth = (date: string) => formatted(month, `${date}T00:00:00Z`, date)

/** One record must not break a screen: an invalid date is shown as text. */
function formatted(format: Intl.DateTimeFormat, moment: string | Date, text = String(moment)): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? text : format.format(date)
}
