import ical, { ICalEventTransparency, type ICalEventData } from 'ical-generator'
import { deadlineOf } from '../_shared/goal-deadline.ts'
import { GOAL_PERIODS } from '../../../domain/goals.ts'
import type { Tables } from '../../../domain/tables.ts'
import { callEvent, printable, productName, type StoredCall } from '../_shared/calls.ts'
import type { FunctionContext } from '../_shared/function.ts'
import { isTimeZone } from '../_shared/time-zone.ts'

type Goal = Pick<Tables['goals'], 'id' | 'text' | 'period' | 'completed' | 'created_at' | 'carried_at'>

/** The result of `read_calendar_feed`. */
export interface Feed {
  /** IANA name of the founder's time zone. */
  readonly time_zone: string
  readonly goals: readonly Goal[]
  readonly calls: readonly StoredCall[]
}

/** Refresh interval for calendar programs, seconds. */
const REFRESH_INTERVAL_SECONDS = 3600

/**
 * Formats deadlines and calls in iCalendar (RFC 5545); the same feed gives the same text. Goals are all-day events,
 * shown as free: few calendars show the tasks of a subscription.
 */
export function writeCalendar(context: Pick<FunctionContext, 'env'>, { time_zone, goals, calls }: Feed): string {
  const product = productName(context)
  const calendar = ical({
    name: product,
    prodId: { company: product, product: 'Goals and calls', language: 'EN' },
    ttl: REFRESH_INTERVAL_SECONDS,
  })
  const zone = isTimeZone(time_zone) ? time_zone : 'UTC'
  for (const goal of goals) calendar.createEvent(goalEvent(goal, zone))
  for (const call of calls) calendar.createEvent(callEvent(context, call))
  return calendar.toString()
}

/** On the last day of the period that it is planned for: the one into which it was carried over, or in which it was set. */
function goalEvent({ id, text, period, completed, created_at, carried_at }: Goal, timeZone: string): ICalEventData {
  const planned = new Date(carried_at ?? created_at)
  return {
    id: `${id}@goals`,
    stamp: planned,
    allDay: true,
    start: new Date(deadlineOf(period, planned, timeZone)),
    summary: `${completed ? '✓ ' : ''}${printable(text)}`,
    description: `${GOAL_PERIODS.find(({ id }) => id === period)?.label ?? period} goal`,
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}
