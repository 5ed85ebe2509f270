/** The kinds of events, in the order of the legend, each with its colour token (SPEC section 2). */
export const EVENT_TYPES = [
  { id: 'demo', plural: 'Demos', tone: 'primary' },
  { id: 'call', plural: 'Calls', tone: 'success' },
  { id: 'meeting', plural: 'Meetings', tone: 'chart-2' },
  { id: 'deadline', plural: 'Deadlines', tone: 'destructive' },
] as const

export type EventType = (typeof EVENT_TYPES)[number]['id']

export interface CalendarEvent {
  readonly id: number | string
  readonly title: string
  readonly start: Date
  /** The end, exclusive; of an all-day event, midnight after its last day. */
  readonly end: Date
  readonly type: EventType
  /** An all-day event: its days are the same in every time zone. */
  readonly allDay?: boolean
  /** Shown without a connected calendar. */
  readonly isSample?: boolean
  /** Whom a call with the squad is with, by id. */
  readonly member?: string
}

/** An event of a connected calendar, as the function returns it. */
export interface FoundEvent {
  readonly id: string
  readonly title: string
  /** ISO moments; ISO dates for an all-day event, the end exclusive. */
  readonly start: string
  readonly end: string
  readonly type: EventType
  readonly all_day: boolean
}

/** SPEC section 2: the views, in the order offered. A phone also has the agenda. */
export const CALENDAR_VIEWS = ['month', 'week', 'day'] as const

export type CalendarView = (typeof CALENDAR_VIEWS)[number] | 'agenda'

/** SPEC section 9. */
export const CALENDAR = { heightPx: 500, stepMinutes: 30, slotsPerStep: 2, agendaDays: 30 } as const

/** The hour at the top when a week or a day opens: a working day then fits below it. */
const FIRST_HOUR_SHOWN = 8.5

/** When all events start after this hour, they would be outside the view. */
const LAST_HOUR_SEEN = 17

/** Days after today, and local times of day. SPEC section 2. */
const samples = [
  { title: 'Customer Demo', type: 'demo', from: '10:00', to: '11:00' },
  { title: 'Investor Call', type: 'call', from: '14:00', to: '15:00' },
  { title: 'Team Standup', type: 'meeting', from: '09:00', to: '09:30' },
  { title: 'Product Roadmap Review', type: 'meeting', from: '15:00', to: '16:30' },
  { title: 'Feature Launch', type: 'deadline', from: '17:00', to: '17:00' },
] as const

/**
 * The five sample events, one a day from tomorrow.
 * @example
 * sampleEvents(new Date(2026, 2, 2))[0]?.start // new Date(2026, 2, 3, 10)
 */
export const sampleEvents = (today: Date): CalendarEvent[] =>
  samples.map(({ title, type, from, to }, index) => {
    const daysAhead = index + 1
    const [start, end] = [at(today, daysAhead, from), at(today, daysAhead, to)]
    return { id: daysAhead, title, type, start, end, isSample: true }
  })

function at(today: Date, daysAhead: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysAhead, hours, minutes)
}

/**
 * The first and the last day of the view of `date`, each at midnight. The week starts on Monday (SPEC section 9).
 * @example
 * daysShown('week', new Date(2026, 2, 4)) // { first: new Date(2026, 2, 2), last: new Date(2026, 2, 8) }
 * daysShown('month', new Date(2026, 1, 4)) // { first: new Date(2026, 1, 1), last: new Date(2026, 1, 28) }
 */
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

/**
 * The day to show after "next" (`by` 1) or "previous" (-1). The 31st is followed by the last day of a shorter month.
 * @example
 * turnPage('month', new Date(2026, 0, 31), 1) // new Date(2026, 1, 28)
 * turnPage('week', new Date(2026, 2, 4), -1) // new Date(2026, 1, 25)
 */
export function turnPage(view: CalendarView, date: Date, by: 1 | -1): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (view !== 'month') return new Date(year, month, day + by * pageDays[view])
  const lastDay = new Date(year, month + by + 1, 0).getDate()
  return new Date(year, month + by, Math.min(day, lastDay))
}

const pageDays = { week: 7, day: 1, agenda: CALENDAR.agendaDays } as const

/**
 * The range to load for a view of `date`: its days, and those that complete the weeks of a month; the end is exclusive.
 * @example
 * spanRead('month', new Date(2026, 2, 4)) // { from: new Date(2026, 1, 23), to: new Date(2026, 3, 6) }
 */
export function spanRead(view: CalendarView, date: Date): { from: Date; to: Date } {
  const { first, last } = daysShown(view, date)
  const isMonth = view === 'month'
  return {
    from: isMonth ? daysShown('week', first).first : first,
    to: dayAfter(isMonth ? daysShown('week', last).last : last),
  }
}

/**
 * Each midnight from `from` until before `to`, which are midnights. A day with a daylight saving change has 23 or 25 hours.
 * @example
 * daysIn({ from: new Date(2026, 2, 28), to: new Date(2026, 2, 30) }) // [new Date(2026, 2, 28), new Date(2026, 2, 29)]
 */
export function daysIn({ from, to }: { from: Date; to: Date }): Date[] {
  const days: Date[] = []
  for (let day = from; day < to; day = dayAfter(day)) days.push(day)
  return days
}

const dayAfter = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1)

/**
 * An event of a connected calendar in the viewer's time zone; dates stay dates.
 * @example
 * const offsite = { id: 'a', title: 'Offsite', type: 'meeting', start: '2026-03-02', end: '2026-03-03', all_day: true } as const
 * shownEvent(offsite).start // new Date(2026, 2, 2)
 */
export function shownEvent({ id, title, start, end, type, all_day }: FoundEvent): CalendarEvent {
  return all_day
    ? { id, title, type, start: midnightOf(start), end: midnightOf(end), allDay: true }
    : { id, title, type, start: new Date(start), end: new Date(end) }
}

/** @param date ISO date without time */
function midnightOf(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day)
}

/**
 * The last day of an event, at midnight: an end at midnight belongs to the day before.
 * @example
 * const [start, end] = [new Date(2026, 2, 2), new Date(2026, 2, 4)]
 * lastDay({ id: 1, title: 'Offsite', type: 'meeting', start, end }) // new Date(2026, 2, 3)
 */
export function lastDay({ start, end }: CalendarEvent): Date {
  const last = end > start ? new Date(end.getTime() - 1) : start
  return new Date(last.getFullYear(), last.getMonth(), last.getDate())
}

/**
 * Whether the event fills its days from midnight to midnight, as dates do.
 * @example
 * const [start, end] = [new Date(2026, 2, 2), new Date(2026, 2, 4)]
 * takesWholeDays({ id: 1, title: 'Offsite', type: 'meeting', start, end }) // true
 */
export const takesWholeDays = ({ start, end, allDay = false }: CalendarEvent): boolean =>
  allDay || (end > start && isMidnight(start) && isMidnight(end))

const isMidnight = (moment: Date) => moment.getHours() === 0 && moment.getMinutes() === 0

/**
 * The events that overlap the days shown, earliest first; all-day events first among the same start.
 * @example
 * const samples = sampleEvents(new Date(2026, 2, 2))
 * eventsShown(samples, 'day', new Date(2026, 2, 3)).map(({ title }) => title) // ['Customer Demo']
 */
export function eventsShown(events: readonly CalendarEvent[], view: CalendarView, date: Date): CalendarEvent[] {
  const { first, last } = daysShown(view, date)
  const after = dayAfter(last)
  return events
    .filter(({ start, end }) => start < after && (end > first || start >= first))
    .sort((one, other) => one.start.getTime() - other.start.getTime() || Number(!one.allDay) - Number(!other.allDay))
}

/**
 * The hour at the top when a week or a day opens: half past eight, or half an hour before the first event if that would be
 * outside the view.
 * @param events the events that overlap the days shown; all-day events do not count
 * @param first midnight of the first day shown: earlier events continue from there
 * @example
 * hourOnTop(sampleEvents(new Date(2026, 2, 2)), new Date(2026, 2, 2)) // 8.5
 * const early = { id: 1, title: 'Call', type: 'call', start: new Date(2026, 2, 2, 7), end: new Date(2026, 2, 2, 8) } as const
 * hourOnTop([early], new Date(2026, 2, 2)) // 6.5
 */
export function hourOnTop(events: readonly CalendarEvent[], first: Date): number {
  const timed = events.filter((event) => !takesWholeDays(event))
  const hours = timed.map(({ start }) => (start < first ? 0 : hourOf(start)))
  const earliest = Math.min(...hours)
  const isSeen = hours.length === 0 || (earliest >= FIRST_HOUR_SHOWN && earliest <= LAST_HOUR_SEEN)
  return isSeen ? FIRST_HOUR_SHOWN : Math.max(0, earliest - 0.5)
}

/**
 * @example
 * hourOf(new Date(2026, 2, 2, 9, 30)) // 9.5
 */
export const hourOf = (moment: Date): number => moment.getHours() + moment.getMinutes() / 60

/**
 * The next event after days without one, a sample only when there is no other; undefined when the days have one, or none
 * follows.
 * @example
 * nextEvent(sampleEvents(new Date(2026, 2, 2)), 'day', new Date(2026, 2, 2))?.title // 'Customer Demo'
 * nextEvent(sampleEvents(new Date(2026, 2, 2)), 'day', new Date(2026, 2, 3)) // undefined
 */
export function nextEvent(events: readonly CalendarEvent[], view: CalendarView, date: Date): CalendarEvent | undefined {
  if (eventsShown(events, view, date).length > 0) return undefined
  const { last } = daysShown(view, date)
  const later = events.filter(({ start }) => start > last)
  return later.sort(
    (one, other) =>
      Number(one.isSample ?? false) - Number(other.isSample ?? false) || one.start.getTime() - other.start.getTime(),
  )[0]
}

/** The Google scopes, the least that shows events: read-only access to events. */
export const CALENDAR_SCOPE = 'https://www.googleapis.com/auth/calendar.events.readonly'

/** Milliseconds after which shown events are refetched. */
export const EVENTS_REFRESH_MS = 5 * 60_000

/** Milliseconds /calendar-callback waits before returning to `/`. SPEC section 2. */
export const CALLBACK_RETURN_MS = { connected: 1500, failed: 2000 } as const
