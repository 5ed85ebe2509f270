import type { FoundEvent } from '../../../domain/calendar.ts'
import { fail, type Result } from '../../../domain/result.ts'
import { connectionOf, type Connection } from '../_shared/calendar-connection.ts'
import { json, refusal, type FunctionContext } from '../_shared/function.ts'
import { googleOf, type Google, type GoogleFailure } from '../_shared/google.ts'
import { refreshTokens } from '../_shared/google-tokens.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { listEvents, type Listed } from './list.ts'
import { parseSpan, type Span } from './span.ts'

const REQUEST_LIMIT = { allowed: 60, seconds: 60 } as const

/**
 * `POST {from, to}`, ISO moments at most 62 days apart → `{status, events: [{id, title, start, end, type, all_day}],
 * is_complete}`: the events of the caller's Google calendar between them, with all-day events of one more day on both
 * sides, because a date starts at another moment in each time zone. `status` is 'none' without a connection and 'broken'
 * when Google has ended it. Transient errors are 503 or 429, with `retry_after` seconds.
 */
export default async function googleCalendarEvents(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to see your calendar')
  const span = parseSpan(await request.json().catch(() => undefined))
  if (typeof span === 'string') return refusal(400, span)
  const google = googleOf(context)
  if (!google) return answer('none')
  const wait = await checkRateLimit(context, `calendar:events:${caller.id}`, REQUEST_LIMIT)
  if (wait > 0) return later(429, 'Too many requests', wait)

  const connections = connectionOf(context, google, caller.id)
  const found = await connections.read()
  if (found.status !== 'connected') return answer(found.status)
  const listed = await listWith(google, found.connection, connections.renew, span)
  if (listed.ok) return answer('connected', listed.value)
  const { failure } = listed
  switch (failure.kind) {
    case 'ended':
      await connections.markBroken(found.connection.stored)
      return answer('broken')
    case 'busy':
      return later(503, 'Google does not answer at the moment', failure.seconds)
    case 'token-over':
      return failed(context, 'Google takes no token that it has just given')
    case 'failed':
      return failed(context, failure.cause)
    default:
      return failure satisfies never
  }
}

type Status = 'none' | 'connected' | 'broken'

const noEvents: Listed = { events: [], isComplete: true }

const answer = (status: Status, { events, isComplete }: Listed = noEvents): Response =>
  json(200, { status, events, is_complete: isComplete } satisfies {
    status: Status
    events: readonly FoundEvent[]
    is_complete: boolean
  })

/** In the body too, because a page of another origin cannot read the header. */
const later = (status: 429 | 503, error: string, seconds: number): Response =>
  json(status, { error, retry_after: seconds }, { 'Retry-After': String(seconds) })

function failed({ waitUntil }: FunctionContext, cause: string): Response {
  waitUntil(Promise.reject(new Error(cause)))
  return refusal(502, 'Google refused to show the calendar')
}

/** Lists events with the stored access token, and refreshes it once when it has expired. */
async function listWith(
  google: Google,
  connection: Connection,
  renew: ReturnType<typeof connectionOf>['renew'],
  span: Span,
): Promise<Result<Listed, GoogleFailure>> {
  if (connection.endsAt.getTime() > Date.now()) {
    const listed = await listEvents(google, connection.accessToken, span)
    if (listed.ok || listed.failure.kind !== 'token-over') return listed
  }
  const tokens = await refreshTokens(google, connection.refreshToken)
  if (!tokens.ok) return fail(tokens.failure)
  await renew(connection, tokens.value)
  return listEvents(google, tokens.value.accessToken, span)
}
