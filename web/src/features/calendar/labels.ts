import { daysShown, type CalendarEvent, type CalendarView } from '../../../../domain/calendar.ts'
import { formatTime, formatWeekday } from '../../lib/dates.ts'

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const oneDay = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric' })
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const shortWeekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })

/** What a view of `date` shows: "November 2026", "Nov 16 – 22, 2026" or "Sat, Nov 21, 2026". */
export function pageTitle(view: CalendarView, date: Date): string {
  if (view === 'month') return month.format(date)
  if (view === 'day') return oneDay.format(date)
  const { first, last } = daysShown(view, date)
  return days.formatRange(first, last)
}

/** "Customer Demo, sample, Mon, Nov 23, 10:00 AM to 11:00 AM": an event as it is read aloud. */
export function eventName({ title, start, end }: CalendarEvent): string {
  const until = end > start ? ` to ${formatTime(end)}` : ''
  return `${title}, sample, ${formatWeekday(start)}, ${formatTime(start)}${until}`
}

/** "9 AM" */
export const formatHour = (moment: Date) => hour.format(moment)

/** "Mon" */
export const formatShortWeekday = (moment: Date) => shortWeekday.format(moment)

/** "Nov 23" */
export const formatMonthDay = (moment: Date) => monthDay.format(moment)

/** "10:00 AM – 11:00 AM", or one time when the event has no length. */
export const formatTimes = ({ start, end }: CalendarEvent) =>
  end > start ? `${formatTime(start)} – ${formatTime(end)}` : formatTime(start)
