import { formatMoment } from '../../../../domain/dates.ts'

export { formatDate, formatMonth, formatShortDate } from '../../../../domain/dates.ts'

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/**
 * In the browser's time zone.
 * @example
 * formatDay(new Date(2026, 2, 2, 9, 5)) // 'Mar 2, 2026'
 */
export const formatDay = (moment: string | Date) => formatMoment(day, moment)

/**
 * In the browser's time zone.
 * @example
 * formatTime(new Date(2026, 2, 2, 9, 5)).replace('\u202f', ' ') // '9:05 AM'
 */
export const formatTime = (moment: string | Date) => formatMoment(time, moment)

/**
 * In the browser's time zone.
 * @example
 * formatWeekday(new Date(2026, 2, 2)) // 'Mon, Mar 2'
 */
export const formatWeekday = (moment: string | Date) => formatMoment(weekday, moment)
