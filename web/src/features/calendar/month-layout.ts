import { CALENDAR, daysIn, eventsShown, lastDay, spanRead, type CalendarEvent } from '../../../../domain/calendar.ts'

/** The part of an event that lies in one week. */
export interface Segment {
  readonly event: CalendarEvent
  /** The first of its days, from 0 for Monday. */
  readonly column: number
  /** Days of the event in this week. */
  readonly span: number
  /** Line of the event below the dates, from 0 at the top. */
  readonly level: number
}

export interface MonthDay {
  readonly day: Date
  /** The segments that begin on this day and are shown, from top to bottom. */
  readonly segments: readonly Segment[]
  /** Events of this day that are not shown. */
  readonly more: number
}

/** The title of the panel and the names of the weekdays, in pixels. */
const HEAD_PX = 67

/** One line of an event, and the line of a date, in pixels. */
const LINE_PX = 24

/** The weeks of a month, Monday first, completed with days of the months beside it. */
export function weeksOf(date: Date): Date[][] {
  const days = daysIn(spanRead('month', date))
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The lines of events that fit below a date when the panel shows that many weeks. */
export const levelsOf = (weeks: number): number => Math.floor((CALENDAR.heightPx - HEAD_PX) / weeks / LINE_PX) - 1

/** The days of a week with their events. When a day has more than fit, its last line is for the number of the others. */
export function layOutWeek(days: readonly Date[], events: readonly CalendarEvent[], levels: number): MonthDay[] {
  const segments = stack(segmentsOf(days, events))
  const isFull = days.map((_, column) => segments.some((one) => one.level >= levels && covers(one, column)))
  const isShown = (segment: Segment) =>
    segment.level < levels - 1 ||
    (segment.level < levels && !isFull.some((full, column) => full && covers(segment, column)))
  return days.map((day, column) => ({
    day,
    segments: segments.filter((segment) => segment.column === column && isShown(segment)),
    more: segments.filter((segment) => covers(segment, column) && !isShown(segment)).length,
  }))
}

type Unstacked = Omit<Segment, 'level'>

/** Earlier days first, then longer ones: what spans days is above what is on one of them. */
function segmentsOf(days: readonly Date[], events: readonly CalendarEvent[]): Unstacked[] {
  const [monday] = days
  if (!monday) return []
  return eventsShown(events, 'week', monday)
    .map((event) => {
      const column = Math.max(0, columnOf(days, event.start))
      return { event, column, span: columnOf(days, lastDay(event)) - column + 1 }
    })
    .sort((one, other) => one.column - other.column || other.span - one.span)
}

/** The day of the week that a moment falls on; -1 before the week, the last day after it. */
const columnOf = (days: readonly Date[], moment: Date) => days.findLastIndex((day) => day <= moment)

/** Puts each segment on the first line that is free on all of its days. */
function stack(segments: readonly Unstacked[]): Segment[] {
  const ends: number[] = []
  return segments.map((segment) => {
    const free = ends.findIndex((end) => end <= segment.column)
    const level = free === -1 ? ends.length : free
    ends[level] = segment.column + segment.span
    return { ...segment, level }
  })
}

const covers = ({ column, span }: Unstacked, day: number) => column <= day && day < column + span
