import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sampleEvents, type CalendarEvent } from '../../../../domain/calendar.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { calendarTexts } from './calendar-texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { callsQuery, foundQuery, passesAt, statusQuery, type Span, type Status } from './api.ts'

/** The calendar's events and their state. */
export interface EventsShown {
  readonly events: CalendarEvent[]
  /** Undefined while unknown. */
  readonly status: Status | undefined
  /** Whether events of these days are loading. */
  readonly isLoading: boolean
  /** False when an event may be missing, because it is loading or failed to load. */
  readonly isKnown: boolean
  /** When the connected calendar was loaded. */
  readonly updatedAt: Date | undefined
  /** False when there are more than were loaded. */
  readonly isComplete: boolean
  /** The parts that failed to load. */
  readonly failed: string | undefined
  /** When a failed part is retried, if known. */
  readonly triesAgainAt: Date | undefined
  readonly tryAgain: () => void
}

/** The founder's events of a range: the connected calendar's, or the samples without one, and calls with the squad. */
export function useEvents(span: Span, today: Date): EventsShown {
  const { id: user } = useAccount()
  useLiveRows('squad_bookings', user, keys.calendar.everyCall(user))
  const connection = useQuery(statusQuery(user))
  const isConnected = connection.data === 'connected'
  const found = useQuery({ ...foundQuery(user, span), enabled: isConnected })
  const calls = useQuery(callsQuery(user, span))

  // Loading the events may show that the connection has ended.
  const status = isConnected ? (found.data?.status ?? 'connected') : connection.data
  const events = useMemo(() => {
    const shown = status === 'none' ? sampleEvents(today) : status === 'connected' ? (found.data?.events ?? []) : []
    return [...shown, ...(calls.data ?? [])]
  }, [status, today, found.data, calls.data])

  const queries = [
    { query: connection, failed: calendarTexts.connectionFailed },
    { query: found, failed: calendarTexts.eventsFailed },
    { query: calls, failed: calendarTexts.callsFailed },
  ]
  const isUnread = found.isPlaceholderData || (found.data === undefined && !found.isError)
  const isLoading = (status === undefined && !connection.isError) || (isConnected && isUnread)
  const triesAgainAt = passesAt(found)
  return {
    events,
    status,
    isLoading,
    isKnown: !isLoading && (status === 'none' || (status === 'connected' && found.data !== undefined)),
    updatedAt: found.data && !found.isPlaceholderData ? new Date(found.dataUpdatedAt) : undefined,
    isComplete: found.data?.is_complete ?? true,
    failed: queries.find(({ query }) => query.isError)?.failed,
    triesAgainAt: triesAgainAt === undefined ? undefined : new Date(triesAgainAt),
    tryAgain: () => queries.filter(({ query }) => query.isError).forEach(({ query }) => void query.refetch()),
  }
}
