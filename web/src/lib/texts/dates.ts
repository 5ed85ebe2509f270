import { formatMoment } from '../../../../domain/dates.ts'

export { formatDate, formatMonth, formatShortDate } from '../../../../domain/dates.ts'

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** "Mar 2, 2026", in the browser's time zone. */
export const formatDay = (moment: string | Date) => formatMoment(day, moment)

/** "9:05 AM", in the browser's time zone. */
export const formatTime = (moment: string | Date) => formatMoment(time, moment)

/** "Mon, Mar 2", in the browser's time zone. */
export const formatWeekday = (moment: string | Date) => formatMoment(weekday, moment)
