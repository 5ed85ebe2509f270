import * as z from 'zod/mini'
import type { FoundEvent } from '../../../domain/calendar.ts'
import { isCallUid } from '../_shared/call-uid.ts'
import { eventType } from './event-type.ts'

const text = z.optional(z.string())

/** A date, or a moment with an offset: Google always sends one. */
const time = z.union([
  z.object({ date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)) }),
  z.object({ dateTime: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/)) }),
])

/** The fields of Google's event that are used. */
const googleEvent = z.object({
  id: z.string(),
  iCalUID: text,
  status: text,
  eventType: text,
  summary: text,
  location: text,
  hangoutLink: text,
  conferenceData: z.optional(z.unknown()),
  start: time,
  end: time,
  attendees: z.optional(z.array(z.object({ self: z.optional(z.boolean()), responseStatus: text }))),
})

/** Working locations and birthdays are not shown. */
const notShown = new Set(['workingLocation', 'birthday'])

/**
 * Converts an event; undefined when it is not shown: cancelled, declined, of another kind, invalid, or a call with the squad,
 * which came by its mail and which the calendar shows anyway.
 */
export function foundEvent(given: unknown): FoundEvent | undefined {
  const read = z.safeParse(googleEvent, given)
  if (!read.success) return undefined
  const { id, iCalUID = '', status, summary, start, end, attendees = [], ...event } = read.data
  if (status === 'cancelled' || isCallUid(iCalUID) || notShown.has(event.eventType ?? '')) return undefined
  if (attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined')) return undefined
  const times = timesOf(start, end)
  if (!times) return undefined
  const title = summary?.trim() || '(No title)'
  const type = eventType({
    title: summary ?? '',
    place: event.location ?? '',
    canBeJoined: event.hangoutLink !== undefined || event.conferenceData !== undefined,
    isAllDay: times.all_day,
    hasNoLength: !times.all_day && times.start === times.end,
  })
  return { id, title, type, ...times }
}

type Time = z.infer<typeof time>

function timesOf(start: Time, end: Time): Pick<FoundEvent, 'start' | 'end' | 'all_day'> | undefined {
  if ('date' in start && 'date' in end) {
    // An end that is not after the start counts as the same day.
    return { start: start.date, end: end.date > start.date ? end.date : dayAfter(start.date), all_day: true }
  }
  if (!('dateTime' in start && 'dateTime' in end)) return undefined
  const [starts, ends] = [Date.parse(start.dateTime), Date.parse(end.dateTime)]
  if (Number.isNaN(starts) || Number.isNaN(ends)) return undefined
  return { start: isoOf(starts), end: isoOf(Math.max(starts, ends)), all_day: false }
}

const isoOf = (ms: number) => new Date(ms).toISOString()

const dayAfter = (date: string) => isoOf(Date.parse(`${date}T00:00:00Z`) + 86_400_000).slice(0, 10)
