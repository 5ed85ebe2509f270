import { daysOfWork, type DayOff } from './squad-hours.ts'
import type { BookableId } from './squad.ts'

/** Minutes of one call; the database enforces it and the two limits below. */
export const CALL_MINUTES = 30

/** Minutes between booking a call and its start, at least. */
export const BOOKING_NOTICE_MINUTES = 60

export const BOOKING_DAYS_AHEAD = 28

/** Characters of a call's topic. */
export const TOPIC_LIMIT = 500

/** Shown where no join link is configured. */
export const JOIN_UNKNOWN = 'We’ll send you the join link before the call.'

const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000

/**
 * When calls may start after `now`: every half hour in the squad's hours, whether booked or not.
 * @example
 * const monday = new Date('2026-03-02T13:20Z') // 8:20 AM in New York
 * bookableTimes(monday, ['sunday'])[0] // new Date('2026-03-02T14:30Z')
 */
export function bookableTimes(now: Date, daysOff: readonly DayOff[]): Date[] {
  const first = now.getTime() + BOOKING_NOTICE_MINUTES * MS_PER_MINUTE
  const last = now.getTime() + BOOKING_DAYS_AHEAD * MS_PER_DAY
  const times: Date[] = []
  for (const { opensAt, closesAt } of daysOfWork(new Date(first), new Date(last), daysOff)) {
    for (let time = opensAt.getTime(); time < closesAt.getTime(); time += CALL_MINUTES * MS_PER_MINUTE) {
      if (time >= first && time <= last) times.push(new Date(time))
    }
  }
  return times
}

/**
 * @param timeZone IANA name; the user's own by default
 * @example
 * callTime({ starts_at: '2026-03-02T14:00Z', ends_at: '2026-03-02T14:30Z' }, 'America/New_York')
 * // 'Monday, March 2, 2026, 9:00 AM – 9:30 AM EST'
 */
export function callTime({ starts_at, ends_at }: Pick<Call, 'starts_at' | 'ends_at'>, timeZone?: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' })
  const time = { timeZone, hour: 'numeric', minute: '2-digit' } as const
  const from = new Intl.DateTimeFormat('en-US', time)
  const to = new Intl.DateTimeFormat('en-US', { ...time, timeZoneName: 'short' })
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  // Runtimes differ in the spaces that they use.
  return `${day.format(start)}, ${from.format(start)} – ${to.format(end)}`.replaceAll('\u202F', ' ')
}

/** A call as its founder sees it. Times are ISO, in UTC. */
export interface Call {
  readonly id: string
  readonly member: BookableId
  readonly starts_at: string
  readonly ends_at: string
  readonly topic: string
  readonly cancelled_at: string | null
  /** The link to join the call, when the operator has configured one. */
  readonly join: string | null
  /** A token that may move and cancel the call until it starts. */
  readonly manage: string
  /** The call as a calendar file. */
  readonly ics: string
}

/** The free slots of a member, and the founder's upcoming calls. */
export interface FreeSlots {
  readonly slots: readonly string[]
  readonly calls: readonly Call[]
}

/** A call and the slots that it can be moved to; none once it is cancelled. */
export interface ManagedCall {
  readonly call: Call
  readonly slots: readonly string[]
}

/**
 * Why a booking is refused. `invalid`, `expired`: the link; `taken`: another founder has the slot, or it is not bookable (any
 * more); `own-call`: the founder has another call then; `too-many`: the founder has the maximum of calls; `network-full`:
 * the founder's network has;
 * `too-often`: ten bookings within a day, or five moves of this call; `gone`:
 * the call has started or was deleted; `elsewhere`: another site takes the bookings.
 */
export type BookingRefusal =
  'invalid' | 'expired' | 'taken' | 'own-call' | 'too-many' | 'network-full' | 'too-often' | 'gone' | 'elsewhere'
