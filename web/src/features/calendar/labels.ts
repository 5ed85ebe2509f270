import {
  daysShown,
  lastDay,
  takesWholeDays,
  type CalendarEvent,
  type CalendarView,
} from '../../../../domain/calendar.ts'
import { formatTime, formatWeekday } from '../../lib/texts/dates.ts'

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const oneDay = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const shortWeekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })

/** The title of a view of `date`: "November 2026", "Nov 16 – 22, 2026" or "Sat, Nov 21, 2026". */
export function pageTitle(view: CalendarView, date: Date): string {
  if (view === 'month') return month.format(date)
  if (view === 'day') return oneDay.format(date)
  const { first, last } = daysShown(view, date)
  return days.formatRange(first, last)
}

/**
 * The accessible label of an event: "Customer Demo, sample, Mon, Nov 23, 10:00 AM to 11:00 AM", "Offsite, meeting, all day,
 * Mon, Nov 23 to Wed, Nov 25".
 */
export function eventName(event: CalendarEvent): string {
  const { title, type, start, end, isSample } = event
  const [first, last] = [formatWeekday(start), formatWeekday(lastDay(event))]
  const what = `${title}, ${isSample ? 'sample' : type}`
  if (takesWholeDays(event)) return `${what}, all day, ${first === last ? first : `${first} to ${last}`}`
  const until = end > start ? ` to ${first === last ? '' : `${formatWeekday(end)}, `}${formatTime(end)}` : ''
  return `${what}, ${first}, ${formatTime(start)}${until}`
}

/** "Mon, Nov 23 – Wed, Nov 25", or one day. */
export function formatDays(event: CalendarEvent): string {
  const [first, last] = [formatWeekday(event.start), formatWeekday(lastDay(event))]
  return first === last ? first : `${first} – ${last}`
}

/** "9 AM" */
export const formatHour = (moment: Date) => hour.format(moment)

/** "Mon" */
export const formatShortWeekday = (moment: Date) => shortWeekday.format(moment)

/** "Nov 23" */
export const formatMonthDay = (moment: Date) => monthDay.format(moment)

/** "10:00 AM – 11:00 AM"; one time without a duration; with the days if there are several. */
export function formatTimes(event: CalendarEvent): string {
  const { start, end } = event
  const isOneDay = formatWeekday(start) === formatWeekday(lastDay(event))
  if (takesWholeDays(event)) return isOneDay ? 'All day' : `All day, ${formatDays(event)}`
  if (end <= start) return formatTime(start)
  return isOneDay
    ? `${formatTime(start)} – ${formatTime(end)}`
    : `${formatWeekday(start)}, ${formatTime(start)} – ${formatWeekday(end)}, ${formatTime(end)}`
}
