import { fail, succeed, type Result } from '../../../domain/result.ts'
import type { FunctionContext } from './function.ts'

/** The OAuth client of this server at Google, and Google's URLs. */
export interface Google {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenUrl: string
  readonly calendarUrl: string
}

/** Undefined when the operator has not configured Google. */
export function googleOf({ env }: Pick<FunctionContext, 'env'>): Google | undefined {
  const [clientId, clientSecret] = [env['GOOGLE_CLIENT_ID'], env['GOOGLE_CLIENT_SECRET']]
  if (!clientId || !clientSecret) return undefined
  return {
    clientId,
    clientSecret,
    tokenUrl: env['GOOGLE_TOKEN_URL'] || 'https://oauth2.googleapis.com/token',
    calendarUrl: (env['GOOGLE_CALENDAR_URL'] || 'https://www.googleapis.com/calendar/v3').replace(/\/$/, ''),
  }
}

/**
 * The redirect URI: the web app uses its own origin, and Google requires the same one again. A server for this machine alone
 * is opened under each of its names.
 */
export function redirectUriOf(request: Request, { env, supabaseUrl }: FunctionContext): string {
  const publicUrl = new URL(env['PUBLIC_URL'] || supabaseUrl).origin
  const page = request.headers.get('origin') ?? ''
  return `${isLoopback(publicUrl) && isLoopback(page) ? page : publicUrl}/calendar-callback`
}

const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

/** Why a request to Google failed: without tokens, and without Google's text other than its codes. */
export type GoogleFailure =
  /** The grant is revoked or insufficient: the user must connect again. */
  | { readonly kind: 'ended' }
  /** The access token has expired: refresh it. */
  | { readonly kind: 'token-over' }
  /** Transient. */
  | { readonly kind: 'busy'; readonly seconds: number }
  /** A configuration error, for the operator. */
  | { readonly kind: 'failed'; readonly cause: string }

/** Seconds to wait when Google gives no time, and at most. */
const WAIT_SECONDS = { usual: 60, most: 600 } as const

/** Requests JSON from Google. Redirects are not followed, since the request's secrets are for this URL alone. */
export async function requestGoogle(
  url: URL | string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Result<Readonly<Record<string, unknown>>, GoogleFailure>> {
  let response: Response
  let body: unknown
  try {
    response = await fetch(url, { ...init, redirect: 'manual' })
    body = await response.json().catch((error: unknown) => {
      if (init.signal.aborted) throw error
      return undefined
    })
  } catch {
    return fail({ kind: 'busy', seconds: WAIT_SECONDS.usual })
  }
  const answer = isObject(body) ? body : undefined
  if (response.ok && answer) return succeed(answer)
  return fail(failureOf(response, answer))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const busyReasons = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']
const narrowReasons = ['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']

function failureOf({ status, headers }: Response, body: Readonly<Record<string, unknown>> | undefined): GoogleFailure {
  const codes = codesOf(body?.['error'])
  const says = (known: readonly string[]) => codes.some((code) => known.includes(code))
  const isRedirect = status >= 300 && status < 400
  if (status === 429 || status >= 500 || isRedirect || (status === 403 && says(busyReasons))) {
    return { kind: 'busy', seconds: secondsOf(headers.get('retry-after')) }
  }
  if (says(['invalid_grant']) || (status === 403 && says(narrowReasons))) return { kind: 'ended' }
  // The token endpoint answers an unknown client with this status too.
  if (status === 401 && !says(['invalid_client'])) return { kind: 'token-over' }
  return { kind: 'failed', cause: `Google answered ${status}${codes.length > 0 ? ` (${codes.join(', ')})` : ''}` }
}

/** `"invalid_grant"` at the token endpoint; `{status, errors: [{reason}], details: [{reason}]}` at the calendar. */
function codesOf(error: unknown): string[] {
  if (!isObject(error)) return [error].filter(isCode)
  const reasons = [error['errors'], error['details']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  )
  return [error['status'], ...reasons.map((one) => (isObject(one) ? one['reason'] : undefined))].filter(isCode)
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[a-z_]{1,60}$/i.test(value)

function secondsOf(header: string | null): number {
  const seconds = /^\d{1,6}$/.test(header ?? '') ? Number(header) : WAIT_SECONDS.usual
  return Math.min(Math.max(seconds, 1), WAIT_SECONDS.most)
}
