import { daysOfWork, type DayOff } from './squad-hours.ts'
import type { BookableId } from './squad.ts'

/** Of one call; the database holds calls to this and to the two limits below. */
export const CALL_MINUTES = 30

/** Minutes between booking a call and its beginning, at least. */
export const BOOKING_NOTICE_MINUTES = 60

export const BOOKING_DAYS_AHEAD = 28

/** Characters of what somebody wants to talk about. */
export const TOPIC_LIMIT = 500

/** What founders read where no link to join a call is configured. */
export const JOIN_UNKNOWN = 'The squad writes to you before the call how to join.'

const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000

/** When calls may begin, seen from `now`: half hours in the squad's hours, taken or not. */
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
 * "Monday, March 2, 2026, 9:00 AM – 9:30 AM GMT+1"
 * @param timeZone IANA name; the reader's own when left out
 */
export function callTime({ starts_at, ends_at }: Pick<Call, 'starts_at' | 'ends_at'>, timeZone?: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' })
  const time = { timeZone, hour: 'numeric', minute: '2-digit' } as const
  const from = new Intl.DateTimeFormat('en-US', time)
  const to = new Intl.DateTimeFormat('en-US', { ...time, timeZoneName: 'short' })
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  // Runtimes differ in the spaces that they put between.
  return `${day.format(start)}, ${from.format(start)} – ${to.format(end)}`.replaceAll('\u202F', ' ')
}

/** A call as its founder is told of it. Times are ISO, in UTC. */
export interface Call {
  readonly id: string
  readonly member: BookableId
  readonly starts_at: string
  readonly ends_at: string
  readonly topic: string
  readonly cancelled_at: string | null
  /** Where the squad meets the founder, when the operator has said so. */
  readonly join: string | null
  /** Lets whoever has it move and cancel the call, until it begins. */
  readonly manage: string
  /** The call as a calendar file. */
  readonly ics: string
}

/** When a member can be booked, and the calls that the founder has ahead. */
export interface FreeSlots {
  readonly slots: readonly string[]
  readonly calls: readonly Call[]
}

/** A call, and when it can be moved to; to no other time once it is cancelled. */
export interface ManagedCall {
  readonly call: Call
  readonly slots: readonly string[]
}

/**
 * Why a booking is refused. `invalid`, `expired`: the link; `taken`: by somebody else, or a time that cannot be booked (any
 * more); `own-call`: the founder is in another call then; `too-many`: the founder has as many as there may be;
 * `too-often`: ten were booked within a day, or this one was moved five times; `gone`:
 * the call has begun, or is there no more; `elsewhere`: calls are booked on another site.
 */
export type BookingRefusal =
  'invalid' | 'expired' | 'taken' | 'own-call' | 'too-many' | 'too-often' | 'gone' | 'elsewhere'
