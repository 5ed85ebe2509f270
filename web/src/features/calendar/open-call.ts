import { createContext, use } from 'react'
import type { CalendarEvent } from '../../../../domain/calendar.ts'

/** Opens a call with the squad. */
export const OpenCallContext = createContext<(call: CalendarEvent) => void>(() => undefined)

/** What pressing an event does: a call with the squad opens, of others the day, if that is not shown already. */
export function useOpen(event: CalendarEvent, onOpen: ((day: Date) => void) | undefined): (() => void) | undefined {
  const openCall = use(OpenCallContext)
  if (event.member !== undefined) return () => openCall(event)
  return onOpen && (() => onOpen(event.start))
}
