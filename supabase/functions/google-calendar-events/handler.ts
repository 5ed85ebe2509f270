import type { FoundEvent } from '../../../domain/calendar.ts'
import { fail, type Result } from '../../../domain/result.ts'
import { connectionOf, type Connection } from '../_shared/calendar-connection.ts'
import { json, refusal, type FunctionContext } from '../_shared/function.ts'
import { googleOf, type Google, type GoogleFailure } from '../_shared/google.ts'
import { refreshTokens } from '../_shared/google-tokens.ts'
import { takeTurn } from '../_shared/turns.ts'
import { whoAsks } from '../_shared/who-asks.ts'
import { listEvents, type Listed } from './list.ts'
import { readSpan, type Span } from './span.ts'

const TURNS = { allowed: 60, seconds: 60 } as const

/**
 * `POST {from, to}`, ISO moments at most 62 days apart → `{status, events: [{id, title, start, end, type, all_day}],
 * is_complete}`: the events of the caller's Google calendar that lie between them, whole days of a day more on both
 * sides, because a date begins at another moment in each time zone. `status` is 'none' without a connection and 'broken'
 * when Google has ended it. What passes by itself is 503 or 429, with `retry_after` seconds.
 */
export default async function googleCalendarEvents(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const span = readSpan(await request.json().catch(() => undefined))
  if (typeof span === 'string') return refusal(400, span)
  const asker = await whoAsks(request, context)
  if (asker.kind === 'refused') return refusal(asker.status, asker.reason)
  if (asker.kind === 'anybody') return refusal(401, 'Sign in to see your calendar')
  const google = googleOf(context)
  if (!google) return answer('none')
  const wait = await takeTurn(context, `calendar:events:${asker.id}`, TURNS)
  if (wait > 0) return later(429, 'Too many requests', wait)

  const connections = connectionOf(context, google, asker.id)
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

/** In the body too, because a page of another origin reads no such header. */
const later = (status: 429 | 503, error: string, seconds: number): Response =>
  json(status, { error, retry_after: seconds }, { 'Retry-After': String(seconds) })

function failed({ waitUntil }: FunctionContext, cause: string): Response {
  waitUntil(Promise.reject(new Error(cause)))
  return refusal(502, 'Google refused to show the calendar')
}

/** Lists events with the access token that is kept; when it is over, once more with another. */
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
