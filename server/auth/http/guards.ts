import { createMiddleware } from 'hono/factory'
import type { Identify, TokenFailure } from '../../database/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { Identity } from '../sessions/authenticate.ts'
import { isRecentlyProven } from '../sessions/reauthenticate.ts'
import type { AuthContext, AuthEnv } from './context.ts'
import { type AuthFailure, refuse, refuseFailure } from './errors.ts'
import type { LimitName } from './rate-limits.ts'

type SessionDeps = Pick<AuthDependencies, 'database' | 'clock'>

/** Rate limit per client address. */
export const limited = (
  { limits }: Pick<AuthDependencies, 'limits'>,
  limit: LimitName,
  respond: (c: AuthContext, failure: AuthFailure) => Response = refuseFailure,
) =>
  createMiddleware<AuthEnv>(async (c, next) => {
    const wait = await limits.admit({ limit, of: networkOf(c.var.clientAddress) })
    if (wait > 0) return respond(c, { kind: 'rate-limited', retryAfterSeconds: wait })
    await next()
  })

/**
 * Requires a signed-in user, whose token handlers find in `c.var.signedIn`. A change is judged by the session as it is stored
 * now: the cached one may not know yet that another node has revoked or lowered it.
 */
export const signedIn = (parts: SessionDeps & Pick<AuthDependencies, 'sessions'>, { verify }: Identity) =>
  createMiddleware<AuthEnv>(async (c, next) => {
    const { token } = c.var.credentials
    if (token === undefined) return refuse(c, c.req.header('authorization') ? 'missing-sub' : 'no-authorization')
    let known = await verify(token)
    if (known.ok && c.req.method !== 'GET') {
      parts.sessions.forget([known.value.caller.sessionId])
      known = await verify(token)
    }
    if (!known.ok) return refuseFailure(c, await tokenFailure(parts, token, known.failure))
    c.set('userId', known.value.caller.userId)
    c.set('signedIn', known.value)
    await next()
  })

/** Requires a recent proof (step-up), for changes to how an account is protected. After `signedIn`. */
export const recentlyProven = (parts: SessionDeps) =>
  createMiddleware<AuthEnv>(async (c, next) => {
    if (!(await isRecentlyProven(parts, c))) return refuse(c, 'reauthentication-needed', { detail: 'This change' })
    await next()
  })

/** Requires the secret key. */
export const serviceOnly = (identify: Identify) =>
  createMiddleware<AuthEnv>(async (c, next) => {
    const caller = await identify(c.var.credentials)
    if (!caller.ok) {
      return caller.failure.kind === 'unavailable' ? refuse(c, 'unavailable') : refuse(c, 'bad-jwt')
    }
    if (caller.value.role !== 'service_role') return refuse(c, 'not-admin')
    await next()
  })

async function tokenFailure(parts: SessionDeps, token: string, failure: TokenFailure): Promise<AuthFailure> {
  switch (failure.kind) {
    case 'unavailable':
      return { kind: 'unavailable' }
    case 'session-over':
      return sessionEndReason(parts, token)
    case 'malformed':
    case 'bad-signature':
      return { kind: 'bad-jwt', detail: failure.reason }
    case 'expired':
      return { kind: 'bad-jwt', detail: 'token has invalid claims: token is expired' }
    case 'not-yet-valid':
      return { kind: 'bad-jwt', detail: 'token has invalid claims: token is not valid yet' }
    case 'issued-in-future':
      return { kind: 'bad-jwt', detail: 'token has invalid claims: token used before issued' }
    case 'wrong-audience':
      return { kind: 'bad-jwt', detail: 'token has invalid claims: token has invalid audience' }
    default:
      return failure satisfies never
  }
}

/** The session check does not distinguish logged out, banned and deleted; the client gets the reason. */
async function sessionEndReason({ database, clock }: SessionDeps, token: string): Promise<AuthFailure> {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  const [user] = await database.query<{ banned: boolean | null }>(
    'select banned_until > $2 as banned from auth.users where id = $1 and deleted_at is null',
    [sub, clock()],
  )
  if (!user) return { kind: 'user-from-sub-missing' }
  return { kind: user.banned ? 'user-banned' : 'session-from-token-missing' }
}
