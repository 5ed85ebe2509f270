import { fail, succeed, type Result } from '../../../domain/result.ts'
import type { FunctionContext } from './function.ts'

/** What this server is at Google, and where Google is. */
export interface Google {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenUrl: string
  readonly calendarUrl: string
}

/** Undefined when the operator has not configured it. */
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
 * Where Google has sent the browser back to: the web app names its own origin when it sets out, and Google wants the same
 * again. A server meant for this machine alone is opened under each of its names.
 */
export function redirectUriOf(request: Request, { env, supabaseUrl }: FunctionContext): string {
  const publicUrl = new URL(env['PUBLIC_URL'] || supabaseUrl).origin
  const page = request.headers.get('origin') ?? ''
  return `${isLoopback(publicUrl) && isLoopback(page) ? page : publicUrl}/calendar-callback`
}

const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

/** Why Google did not do what it was asked to. No word of a token, and none that Google wrote but its codes. */
export type GoogleFailure =
  /** The grant is over or not enough: only its owner can give another. */
  | { readonly kind: 'ended' }
  /** The access token is over: the refresh token gives another. */
  | { readonly kind: 'token-over' }
  /** It passes by itself. */
  | { readonly kind: 'busy'; readonly seconds: number }
  /** For the operator. */
  | { readonly kind: 'failed'; readonly cause: string }

/** Seconds to wait when Google does not say how long, and at most. */
const WAIT_SECONDS = { usual: 60, most: 600 } as const

/** Asks Google for JSON. A redirect is followed nowhere: what is sent is for this address alone. */
export async function askGoogle(
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
  // A client that Google does not know gets this status too, from where tokens are given.
  if (status === 401 && !says(['invalid_client'])) return { kind: 'token-over' }
  return { kind: 'failed', cause: `Google answered ${status}${codes.length > 0 ? ` (${codes.join(', ')})` : ''}` }
}

/** `"invalid_grant"` where tokens are given; `{status, errors: [{reason}], details: [{reason}]}` of the calendar. */
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
