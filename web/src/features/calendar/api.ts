import type { FunctionsHttpError } from '@supabase/functions-js'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { EVENTS_REFRESH_MS, shownEvent, type CalendarEvent, type FoundEvent } from '../../../../domain/calendar.ts'
import { SQUAD } from '../../../../domain/squad.ts'
import { functions, tables } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'
import { keys } from '../../lib/data/keys.ts'

/** Whether a Google calendar is connected; 'broken': Google has ended the connection. */
export type Status = 'none' | 'connected' | 'broken'

export interface Span {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

async function selectStatus(): Promise<Status> {
  // Events, which a connected calendar has, come from a function: its client is loaded meanwhile.
  functions().catch(() => undefined)
  return (await (await tables()).rpc('calendar_connection').throwOnError()).data as Status
}

/** The status is not requested when no calendar service is configured. */
export const statusQuery = (user: string) => {
  const { configured } = config().calendar
  return queryOptions({
    queryKey: keys.calendar.connection(user),
    queryFn: selectStatus,
    enabled: configured,
    ...(!configured && { initialData: 'none' as const }),
    refetchOnWindowFocus: 'always',
  })
}

interface Found {
  readonly status: Status
  readonly events: readonly FoundEvent[]
  /** False when there are more than were loaded. */
  readonly is_complete: boolean
}

/** The server refused. It has a code, so query-client.ts does not retry at once. */
export class CalendarRefusal extends Error {
  readonly code: string
  /** Milliseconds until a retry; undefined when retrying does not help. */
  readonly passesInMs: number | undefined

  constructor(status: number, passesInMs: number | undefined) {
    super(`The calendar was refused (HTTP ${status})`)
    this.code = `http-${status}`
    this.passesInMs = passesInMs
  }
}

async function selectFound({ from, to }: Span, signal: AbortSignal): Promise<Found> {
  const body = { from: from.toISOString(), to: to.toISOString() }
  const client = await functions()
  const answer = await client.invoke<Found>('google-calendar-events', { body, signal })
  if (answer.error) throw isHttpError(answer.error) ? await refusalOf(answer.error.context) : answer.error
  if (!answer.data) throw new Error('The calendar was answered with nothing')
  return answer.data
}

const isHttpError = (error: unknown): error is FunctionsHttpError & { context: Response } =>
  error instanceof Error && error.name === 'FunctionsHttpError'

async function refusalOf(response: Response): Promise<CalendarRefusal> {
  const body = (await response.json().catch(() => undefined)) as { retry_after?: unknown } | undefined
  const seconds = body?.retry_after
  return new CalendarRefusal(response.status, typeof seconds === 'number' ? seconds * 1000 : undefined)
}

interface Attempt {
  readonly error: Error | null
  readonly errorUpdatedAt: number
}

/** When a transient failure may be retried, in ms since 1970. */
export const passesAt = ({ error, errorUpdatedAt }: Attempt): number | undefined =>
  error instanceof CalendarRefusal && error.passesInMs !== undefined ? errorUpdatedAt + error.passesInMs : undefined

const toShown = ({ events, ...found }: Found) => ({ ...found, events: events.map(shownEvent) })

/** The connected calendar's events of a range; the previous range's while another one loads. */
export const foundQuery = (user: string, span: Span) =>
  queryOptions({
    queryKey: keys.calendar.found(user, span.from.toISOString(), span.to.toISOString()),
    queryFn: ({ signal }) => selectFound(span, signal),
    select: toShown,
    placeholderData: keepPreviousData,
    staleTime: EVENTS_REFRESH_MS,
    // Google's Retry-After.
    refetchInterval: ({ state: { error } }) =>
      (error instanceof CalendarRefusal ? error.passesInMs : undefined) ?? EVENTS_REFRESH_MS,
    refetchOnWindowFocus: ({ state }) => Date.now() >= (passesAt(state) ?? 0) && 'always',
  })

async function selectCalls(user: string, { from, to }: Span) {
  const calls = (await tables()).from('squad_bookings').select('id, member, starts_at, ends_at')
  const own = calls.eq('user_id', user).is('cancelled_at', null)
  const inside = own.lt('starts_at', to.toISOString()).gt('ends_at', from.toISOString())
  return (await inside.order('starts_at').throwOnError()).data
}

type Call = Awaited<ReturnType<typeof selectCalls>>[number]

const toEvents = (calls: readonly Call[]) =>
  calls.map(({ id, member, starts_at, ends_at }): CalendarEvent => {
    const name = SQUAD.find((one) => one.id === member)?.name ?? member
    return { id, title: `Call with ${name}`, type: 'call', start: new Date(starts_at), end: new Date(ends_at), member }
  })

/** The founder's calls with the squad in a range; refetched when one of them changes. */
export const callsQuery = (user: string, span: Span) =>
  queryOptions({
    queryKey: keys.calendar.calls(user, span.from.toISOString(), span.to.toISOString()),
    queryFn: () => selectCalls(user, span),
    select: toEvents,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })

/** Deletes the connection, here and at Google. @throws when it fails */
export async function disconnect(): Promise<void> {
  const client = await functions()
  const { error } = await client.invoke('google-calendar-auth', { method: 'DELETE' })
  if (error) throw error
}
