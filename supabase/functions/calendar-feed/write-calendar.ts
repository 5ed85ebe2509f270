import ical, { ICalEventTransparency, type ICalEventData } from 'ical-generator'
import { deadlineOf } from '../../../domain/goal-deadline.ts'
import { GOAL_PERIODS } from '../../../domain/goals.ts'
import type { Tables } from '../../../domain/tables.ts'
import { callEvent, printable, productName, type StoredCall } from '../_shared/calls.ts'
import type { FunctionContext } from '../_shared/function.ts'
import { isTimeZone } from '../_shared/time-zone.ts'

type Goal = Omit<Tables['goals'], 'user_id'>

/** What `read_calendar_feed` tells of one founder. */
export interface Feed {
  /** IANA name of the zone in which the founder counts days. */
  readonly time_zone: string
  readonly goals: readonly Goal[]
  readonly calls: readonly StoredCall[]
}

/** Seconds after which calendars that ask by themselves may ask again. */
const ASK_AGAIN_SECONDS = 3600

/**
 * Deadlines of goals and calls in iCalendar (RFC 5545). Always the same text for the same feed. Goals are events of a
 * whole day that leave it free: few calendars show the tasks of an address they subscribe to.
 */
export function writeCalendar(context: Pick<FunctionContext, 'env'>, { time_zone, goals, calls }: Feed): string {
  const product = productName(context)
  const calendar = ical({
    name: product,
    prodId: { company: product, product: 'Goals and calls', language: 'EN' },
    ttl: ASK_AGAIN_SECONDS,
  })
  const zone = isTimeZone(time_zone) ? time_zone : 'UTC'
  for (const goal of goals) calendar.createEvent(goalEvent(goal, zone))
  for (const call of calls) calendar.createEvent(callEvent(context, call))
  return calendar.toString()
}

const goalEvent = ({ id, text, period, completed, created_at }: Goal, timeZone: string): ICalEventData => ({
  id: `${id}@goals`,
  stamp: new Date(created_at),
  allDay: true,
  start: new Date(deadlineOf(period, new Date(created_at), timeZone)),
  summary: `${completed ? '✓ ' : ''}${printable(text)}`,
  description: `${GOAL_PERIODS.find(({ id }) => id === period)?.label ?? period} goal`,
  transparency: ICalEventTransparency.TRANSPARENT,
})
