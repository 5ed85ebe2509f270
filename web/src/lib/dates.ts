const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
const calendarDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "Mar 2, 2026", in the reader's time zone. */
export const formatDay = (moment: string | Date) => day.format(new Date(moment))

/** "9:05 AM", in the reader's time zone. */
export const formatTime = (moment: string | Date) => time.format(new Date(moment))

/** "Mon, Mar 2", in the reader's time zone. */
export const formatWeekday = (moment: string | Date) => weekday.format(new Date(moment))

/** "Mar 2, 2026" for an ISO date without time, which is the same day everywhere. */
export const formatDate = (date: string) => calendarDay.format(new Date(`${date}T00:00:00Z`))
