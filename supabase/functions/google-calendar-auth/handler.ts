import { connectionOf } from '../_shared/calendar-connection.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { googleOf, redirectUriOf, type Google, type GoogleFailure } from '../_shared/google.ts'
import { exchangeCode, revoke } from '../_shared/google-tokens.ts'
import { isStorable } from '../_shared/storable.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { authenticate } from '../_shared/authenticate.ts'

const REQUEST_LIMIT = { allowed: 10, seconds: 60 } as const

/** Characters of a code or a state; Google's are far shorter. */
const MAX_PARAMETER_LENGTH = 2048

/**
 * `POST {code, state}`: connects the caller's Google calendar with the parameters of Google's redirect (SPEC
 * section 7). The state must be one that `begin_calendar_connection()` gave the caller; each attempt consumes it.
 * `DELETE`: deletes the tokens, and revokes the grant at Google.
 */
export default async function googleCalendarAuth(request: Request, context: FunctionContext): Promise<Response> {
  const { method } = request
  if (method !== 'POST' && method !== 'DELETE') {
    return refusal(405, 'Only POST and DELETE', { Allow: 'POST, DELETE' })
  }
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to connect a calendar')
  const google = googleOf(context)
  if (!google && method === 'DELETE') {
    // Google is no longer configured, so the stored tokens are useless.
    await serviceClient(context).rpc('delete_calendar_connection', { founder: caller.id }).throwOnError()
    return json(200, { connected: false })
  }
  if (!google) return json(503, { error: 'The calendar service is not configured on this server' })
  const wait = await checkRateLimit(context, `calendar:connect:${caller.id}`, REQUEST_LIMIT)
  if (wait > 0) return refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
  if (method === 'DELETE') return disconnect(context, google, caller.id)
  const back = readReturn(await request.json().catch(() => undefined))
  if (typeof back === 'string') return refusal(400, back)
  return connect(context, google, caller.id, { ...back, redirectUri: redirectUriOf(request, context) })
}

interface Return {
  readonly code: string
  readonly state: string
}

/** @returns the parsed body, or the error */
function readReturn(body: unknown): Return | string {
  const { code, state } = (body ?? {}) as Record<string, unknown>
  if (!isShortText(code)) return 'code must be a text'
  if (!isShortText(state)) return 'state must be the text that this connection was begun with'
  return { code, state }
}

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_PARAMETER_LENGTH && isStorable(value)

async function connect(
  context: FunctionContext,
  google: Google,
  founder: string,
  { code, state, redirectUri }: Return & { readonly redirectUri: string },
): Promise<Response> {
  const { data } = await serviceClient(context).rpc('consume_calendar_attempt', { founder, state }).throwOnError()
  const verifier: string | null = data
  if (verifier === null) {
    return refusal(400, 'This connection was not begun by you, or took too long. Please start again')
  }
  const tokens = await exchangeCode(google, { code, verifier, redirectUri })
  if (!tokens.ok) return notExchanged(context, tokens.failure)
  const { refreshToken, accessToken, hasCalendarScope } = tokens.value
  if (!hasCalendarScope || refreshToken === undefined) {
    context.waitUntil(revoke(google, refreshToken ?? accessToken))
    return refusal(400, hasCalendarScope ? 'Google gave no lasting access' : 'Reading events was not allowed at Google')
  }
  await connectionOf(context, google, founder).keep(refreshToken, tokens.value)
  return json(200, { connected: true })
}

function notExchanged({ waitUntil }: FunctionContext, failure: GoogleFailure): Response {
  switch (failure.kind) {
    case 'ended':
    case 'token-over':
      return refusal(400, 'Google does not take this code')
    case 'busy':
      return refusal(503, 'Google does not answer at the moment', { 'Retry-After': String(failure.seconds) })
    case 'failed':
      waitUntil(Promise.reject(new Error(failure.cause)))
      return refusal(502, 'Google refused to connect')
    default:
      return failure satisfies never
  }
}

async function disconnect(context: FunctionContext, google: Google, founder: string): Promise<Response> {
  const refreshToken = await connectionOf(context, google, founder).end()
  if (refreshToken !== undefined) context.waitUntil(revoke(google, refreshToken))
  return json(200, { connected: false })
}
