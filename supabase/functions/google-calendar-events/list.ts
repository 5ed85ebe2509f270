import type { FoundEvent } from '../../../domain/calendar.ts'
import { succeed, type Result } from '../../../domain/result.ts'
import { requestGoogle, type Google, type GoogleFailure } from '../_shared/google.ts'
import { foundEvent } from './event.ts'
import type { Span } from './span.ts'

/** 2,500 events in two months are more than a screen shows. */
const PAGES = { most: 10, size: 250 } as const

/** Timeout of all pages, milliseconds. */
const TIMEOUT_MS = 20_000

/** Time zones are up to 26 hours apart, and Google selects dates in the calendar's own zone. */
const DATE_SLACK_MS = 26 * 3_600_000

const FIELDS =
  'nextPageToken,items(id,iCalUID,status,eventType,summary,location,hangoutLink,conferenceData/conferenceId,' +
  'start(date,dateTime),end(date,dateTime),attendees(self,responseStatus))'

export interface Listed {
  readonly events: readonly FoundEvent[]
  /** False when there are more events than were loaded. */
  readonly isComplete: boolean
}

/** The events of the primary calendar, recurring events expanded, earliest first. */
export async function listEvents(
  { calendarUrl }: Google,
  accessToken: string,
  { from, to }: Span,
): Promise<Result<Listed, GoogleFailure>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const events: FoundEvent[] = []
  let nextPage: string | undefined
  for (let page = 0; page < PAGES.most; page++) {
    const query = new URLSearchParams({
      singleEvents: 'true',
      orderBy: 'startTime',
      timeMin: new Date(from.getTime() - DATE_SLACK_MS).toISOString(),
      timeMax: new Date(to.getTime() + DATE_SLACK_MS).toISOString(),
      maxResults: String(PAGES.size),
      // Only the owner's own response matters here.
      maxAttendees: '1',
      fields: FIELDS,
      ...(nextPage !== undefined && { pageToken: nextPage }),
    })
    const headers = { Authorization: `Bearer ${accessToken}` }
    const answer = await requestGoogle(`${calendarUrl}/calendars/primary/events?${query.toString()}`, {
      headers,
      signal,
    })
    if (!answer.ok) return answer
    const { items, nextPageToken } = answer.value
    const found = Array.isArray(items) ? items.map(foundEvent) : []
    events.push(...found.filter((event) => event !== undefined).filter((event) => isWithin(event, { from, to })))
    if (typeof nextPageToken !== 'string' || nextPageToken === '') return succeed({ events, isComplete: true })
    nextPage = nextPageToken
  }
  return succeed({ events, isComplete: false })
}

/** Dates are kept for the viewer, whose time zone decides when they start. */
function isWithin({ start, end, all_day }: FoundEvent, { from, to }: Span): boolean {
  if (all_day) return true
  const starts = new Date(start)
  return starts < to && (new Date(end) > from || starts >= from)
}
