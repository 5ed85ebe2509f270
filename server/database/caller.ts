import type { Result } from '../../domain/result.ts'

/** The database role a request runs under; `connected_app` is an app that a user has let in (OAuth). */
export type CallerRole = 'anon' | 'authenticated' | 'connected_app' | 'service_role'

/** The authenticated caller, as PostgreSQL sees it: the role and the claims that policies read. */
export interface Caller {
  readonly role: CallerRole
  /** JSON text for `request.jwt.claims`: every claim of the token, or `{"role":"anon"}` for a bare key. */
  readonly claims: string
  /** `sub` of a user's token. */
  readonly userId?: string
  /** `session_id` of a user's token. */
  readonly sessionId?: string
  /** Unix seconds at which the token ends; absent for a bare API key. */
  readonly expiresAt?: number
}

/** Why a bearer token is rejected. Each protocol maps it to its own error. */
export type TokenFailure =
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'bad-signature'; readonly reason: string }
  | { readonly kind: 'expired'; readonly secondsAgo: number }
  | { readonly kind: 'not-yet-valid' }
  | { readonly kind: 'issued-in-future' }
  | { readonly kind: 'wrong-audience' }
  | { readonly kind: 'session-over' }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** The message for a client's developer. */
export function tokenErrorMessage(failure: TokenFailure): string {
  switch (failure.kind) {
    case 'expired':
      return `Token has expired ${failure.secondsAgo} seconds ago`
    case 'session-over':
      return 'The session of this token has ended'
    case 'not-yet-valid':
    case 'issued-in-future':
      return 'Token is not valid yet'
    case 'wrong-audience':
      return 'Token has another audience'
    case 'malformed':
    case 'bad-signature':
      return `Token cannot be accepted: ${failure.reason}`
    case 'unavailable':
      return 'The database is unavailable at the moment'
    default:
      return failure satisfies never
  }
}

/** The credentials of a request, not verified yet. */
export interface Credentials {
  /** The role of the API key in `apikey`; undefined when none was sent (only open paths get that far). */
  readonly keyRole: 'anon' | 'service_role' | undefined
  /** The bearer token when it is not an API key itself. */
  readonly token: string | undefined
}

/**
 * Authenticates a request's credentials. The result for a token is cached for at most five seconds.
 * @param whenSigned called with the token's caller once its signature is verified, while its session is still checked
 */
export type Identify = (
  credentials: Credentials,
  whenSigned?: (caller: Caller) => void,
) => Promise<Result<Caller, TokenFailure>>

/** The caller of a request with an API key and no token. */
export const keyCaller = (role: 'anon' | 'service_role'): Caller => ({ role, claims: `{"role":"${role}"}` })
