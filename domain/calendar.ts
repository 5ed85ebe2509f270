/** The kinds of events, in the order of the legend, each with its colour token (SPEC section 2). */
export const EVENT_TYPES = [
  { id: 'demo', plural: 'Demos', tone: 'primary' },
  { id: 'call', plural: 'Calls', tone: 'success' },
  { id: 'meeting', plural: 'Meetings', tone: 'chart-2' },
  { id: 'deadline', plural: 'Deadlines', tone: 'destructive' },
] as const

export type EventType = (typeof EVENT_TYPES)[number]['id']

export interface CalendarEvent {
  readonly id: number
  readonly title: string
  readonly start: Date
  readonly end: Date
  readonly type: EventType
}

/** SPEC section 2: the views, in the order they are offered. A phone also has the agenda. */
export const CALENDAR_VIEWS = ['month', 'week', 'day'] as const

export type CalendarView = (typeof CALENDAR_VIEWS)[number] | 'agenda'

/** SPEC section 9. */
export const CALENDAR = { heightPx: 500, stepMinutes: 30, slotsPerStep: 2, agendaDays: 30 } as const

/** The hour that is on top when a week or a day opens: a working day then fits under it. */
export const FIRST_HOUR_SHOWN = 8.5

/** Days after today, and local times of day. SPEC section 2. */
const samples = [
  { title: 'Customer Demo', type: 'demo', from: '10:00', to: '11:00' },
  { title: 'Investor Call', type: 'call', from: '14:00', to: '15:00' },
  { title: 'Team Standup', type: 'meeting', from: '09:00', to: '09:30' },
  { title: 'Product Roadmap Review', type: 'meeting', from: '15:00', to: '16:30' },
  { title: 'Feature Launch', type: 'deadline', from: '17:00', to: '17:00' },
] as const

/** The five sample events, one a day from tomorrow on. */
export const sampleEvents = (today: Date): CalendarEvent[] =>
  samples.map(({ title, type, from, to }, index) => {
    const daysAhead = index + 1
    return { id: daysAhead, title, type, start: at(today, daysAhead, from), end: at(today, daysAhead, to) }
  })

function at(today: Date, daysAhead: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysAhead, hours, minutes)
}

/** The first and the last day, each at midnight, that a view of `date` shows. The week starts on Monday (SPEC section 9). */
export function daysShown(view: CalendarView, date: Date): { first: Date; last: Date } {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  const from = (first: number, days: number) => ({
    first: new Date(year, month, first),
    last: new Date(year, month, first + days - 1),
  })
  switch (view) {
    case 'month':
      return { first: new Date(year, month, 1), last: new Date(year, month + 1, 0) }
    case 'week':
      return from(day - ((date.getDay() + 6) % 7), 7)
    case 'day':
      return from(day, 1)
    case 'agenda':
      return from(day, CALENDAR.agendaDays)
    default:
      return view satisfies never
  }
}

/** The day to show after "next" (`by` 1) or "previous" (-1). The 31st is followed by the last day of a shorter month. */
export function turnPage(view: CalendarView, date: Date, by: 1 | -1): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (view !== 'month') return new Date(year, month, day + by * pageDays[view])
  const lastDay = new Date(year, month + by + 1, 0).getDate()
  return new Date(year, month + by, Math.min(day, lastDay))
}

const pageDays = { week: 7, day: 1, agenda: CALENDAR.agendaDays } as const

/** The events on the days that a view of `date` shows, earliest first. */
export function eventsShown(events: readonly CalendarEvent[], view: CalendarView, date: Date): CalendarEvent[] {
  const { first, last } = daysShown(view, date)
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  return events
    .filter(({ start }) => start >= first && start < end)
    .sort((one, other) => one.start.getTime() - other.start.getTime())
}

/** The event to go on to from days that show none; undefined when they show one, or none comes after them. */
export function nextEvent(events: readonly CalendarEvent[], view: CalendarView, date: Date): CalendarEvent | undefined {
  if (eventsShown(events, view, date).length > 0) return undefined
  const { last } = daysShown(view, date)
  const later = events.filter(({ start }) => start > last)
  return later.sort((one, other) => one.start.getTime() - other.start.getTime())[0]
}

/** Milliseconds /calendar-callback waits before returning to `/`. SPEC section 2. */
export const CALLBACK_RETURN_MS = { connected: 1500, failed: 2000 } as const
