import { compactVerify, errors, SignJWT, type JWTPayload } from 'jose'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Caller, TokenFailure } from '../../database/caller.ts'
import type { AccountRow } from '../accounts/user-shape.ts'
import { ACCESS_TOKEN_SECONDS, CLOCK_SKEW_SECONDS } from '../constants.ts'
import type { Keys } from './keys.ts'

const AUDIENCE = 'authenticated'

/** The result of `server.session_json`. */
export interface OpenedSession {
  readonly id: string
  readonly aal: string
  readonly counter: number
  /** The authentication methods, newest first; `provider` with `oauth`. */
  readonly amr: readonly { readonly method: string; readonly timestamp: number; readonly provider?: string }[]
  readonly account: AccountRow
  /** The connected app whose session it is, and its scopes, separated by spaces. */
  readonly app?: { readonly id: string; readonly scope: string } | null
}

/** A token with valid signature, issuer and audience. Its times are checked at each use. */
export interface VerifiedToken {
  readonly caller: Caller & { readonly userId: string; readonly sessionId: string; readonly expiresAt: number }
  readonly aal: string
  /** Counter of the refresh token that was issued with it. */
  readonly refreshTokenCounter: number | undefined
  readonly issuedAt: number
  readonly notBefore: number
}

/** Signs a session's access token, with GoTrue's claims (supabase/auth internal/tokens/service.go). */
export const signAccessToken = (
  keys: Keys,
  issuer: string,
  { id, aal, amr, counter, account }: OpenedSession,
  issuedAt: number,
): Promise<string> =>
  sign(keys, {
    iss: issuer,
    sub: account.id,
    aud: AUDIENCE,
    iat: issuedAt,
    email: account.email ?? '',
    phone: account.phone ?? '',
    app_metadata: account.raw_app_meta_data,
    user_metadata: account.raw_user_meta_data,
    role: 'authenticated',
    aal,
    amr,
    session_id: id,
    refresh_token_counter: counter,
    is_anonymous: account.is_anonymous,
  })

/**
 * Signs the access token of a connected app. Its role is the app's, which policies grant what its scopes allow; it says nothing
 * of the account but its id.
 * @param resource the URL of the server that the token is for (RFC 8707)
 */
export const signAppToken = (
  keys: Keys,
  issuer: string,
  { id, aal, amr, counter, account }: OpenedSession,
  { app, resource, issuedAt }: { app: { id: string; scope: string }; resource: string; issuedAt: number },
): Promise<string> =>
  sign(keys, {
    iss: issuer,
    sub: account.id,
    aud: [AUDIENCE, resource],
    iat: issuedAt,
    role: 'connected_app',
    client_id: app.id,
    scope: app.scope,
    aal,
    amr,
    session_id: id,
    refresh_token_counter: counter,
  })

async function sign(keys: Keys, claims: JWTPayload & { readonly iat: number }): Promise<string> {
  await keys.refresh()
  const { signing } = keys
  return new SignJWT({ ...claims, exp: claims.iat + ACCESS_TOKEN_SECONDS })
    .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'JWT' })
    .sign(signing.key)
}

/** Verifies a token, except for its times. @throws {DatabaseError} when its key cannot be loaded */
export async function verifyAccessToken(
  keys: Keys,
  issuer: string,
  token: string,
): Promise<Result<VerifiedToken, TokenFailure>> {
  try {
    const { payload } = await compactVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await keys.find(kid)
        if (!key) throw new errors.JWSSignatureVerificationFailed('no key of this server has its kid')
        return key
      },
      { algorithms: ['ES256'] },
    )
    return readClaims(new TextDecoder().decode(payload), issuer)
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    const kind = error instanceof errors.JWSInvalid ? 'malformed' : 'bad-signature'
    return fail({ kind, reason: error.message })
  }
}

function readClaims(text: string, issuer: string): Result<VerifiedToken, TokenFailure> {
  const claims = parseObject(text)
  if (!claims) return fail({ kind: 'malformed', reason: 'the payload is not a JSON object' })
  const { iss, aud, role, sub, session_id, exp, iat, nbf, aal, refresh_token_counter } = claims
  if (iss !== issuer) return fail({ kind: 'bad-signature', reason: 'it has another issuer' })
  if (aud !== AUDIENCE && !(Array.isArray(aud) && aud.includes(AUDIENCE))) return fail({ kind: 'wrong-audience' })
  // Every token belongs to a user and a session; other callers use an API key.
  if (
    (role !== 'authenticated' && role !== 'connected_app') ||
    typeof sub !== 'string' ||
    typeof session_id !== 'string' ||
    typeof exp !== 'number'
  ) {
    return fail({ kind: 'malformed', reason: 'it has no role, sub, session_id or exp of a signed-in user' })
  }
  return succeed({
    caller: { role, claims: text, userId: sub, sessionId: session_id, expiresAt: exp },
    aal: typeof aal === 'string' ? aal : 'aal1',
    refreshTokenCounter: typeof refresh_token_counter === 'number' ? refresh_token_counter : undefined,
    issuedAt: typeof iat === 'number' ? iat : 0,
    notBefore: typeof nbf === 'number' ? nbf : 0,
  })
}

/** The second-factor methods in the claim `amr`. */
const secondSteps: ReadonlySet<unknown> = new Set(['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code'])

/**
 * The token downgraded to aal1, after the factor that raised its session was removed.
 * @example
 * const claims = JSON.stringify({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
 * const caller = { role: 'authenticated', claims, userId: 'ana', sessionId: '5f0c', expiresAt: 3600 } as const
 * const token = { caller, aal: 'aal2', refreshTokenCounter: 1, issuedAt: 0, notBefore: 0 }
 * JSON.parse(loweredToken(token).caller.claims) // { aal: 'aal1', amr: [{ method: 'password' }] }
 */
export function loweredToken(token: VerifiedToken): VerifiedToken {
  const claims = parseObject(token.caller.claims) ?? {}
  const amr = Array.isArray(claims['amr']) ? (claims['amr'] as { readonly method?: unknown }[]) : []
  const lowered = { ...claims, aal: 'aal1', amr: amr.filter(({ method }) => !secondSteps.has(method)) }
  return { ...token, aal: 'aal1', caller: { ...token.caller, claims: JSON.stringify(lowered) } }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/**
 * Validates a token's times.
 * @param now Unix seconds
 * @example
 * const caller = { role: 'authenticated', claims: '{}', userId: 'ana', sessionId: '5f0c', expiresAt: 3600 } as const
 * const token = { caller, aal: 'aal1', refreshTokenCounter: 1, issuedAt: 0, notBefore: 0 }
 * timeError(token, 1800) // undefined
 * timeError(token, 7200) // { kind: 'expired', secondsAgo: 3600 }
 * timeError({ ...token, issuedAt: 1000 }, 0) // { kind: 'issued-in-future' }
 */
export function timeError({ caller, issuedAt, notBefore }: VerifiedToken, now: number): TokenFailure | undefined {
  if (now >= caller.expiresAt + CLOCK_SKEW_SECONDS) {
    return { kind: 'expired', secondsAgo: Math.floor(now - caller.expiresAt) }
  }
  if (issuedAt > now + CLOCK_SKEW_SECONDS) return { kind: 'issued-in-future' }
  if (notBefore > now + CLOCK_SKEW_SECONDS) return { kind: 'not-yet-valid' }
  return undefined
}
