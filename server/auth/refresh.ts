import { z } from 'zod'
import { readBody, text } from './body.ts'
import { deviceOf } from './device.ts'
import { refuse, refuseFailure, type AuthFailureKind } from './errors.ts'
import type { AuthParts, Handler } from './parts.ts'
import { readRefreshToken } from './refresh-tokens.ts'
import { refreshSession, sessionShape, type RefreshOutcome } from './sessions.ts'

const refreshBody = z.object({ refresh_token: text })

const refusals = {
  'session-gone': 'refresh-session-gone',
  'session-expired': 'refresh-session-expired',
  'session-idle': 'refresh-session-idle',
  'user-banned': 'refresh-user-banned',
  reused: 'refresh-token-reused',
} as const satisfies Record<Exclude<RefreshOutcome['outcome'], 'refreshed'>, AuthFailureKind>

/**
 * POST /token?grant_type=refresh_token: one round trip to the database. A client takes every 4xx for the end of its
 * session, so those are only said when it is; too many requests are a 503, which it tries again.
 */
export const refresh =
  ({ database, keys, issuer, clock, sessions, refreshLimit }: AuthParts): Handler =>
  async (c) => {
    const body = await readBody(c, refreshBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const presented = readRefreshToken(keys, body.value.refresh_token)
    if (presented === 'malformed') return refuse(c, 'refresh-token-malformed')
    if (presented === 'forged') return refuse(c, 'refresh-token-unknown')
    const wait = refreshLimit(presented.sessionId)
    if (wait > 0) return refuse(c, 'overloaded', { retryAfterSeconds: wait })
    const at = clock()
    const result = await refreshSession(database, presented, { at, device: deviceOf(c) })
    if (result.outcome !== 'refreshed') {
      sessions.forget([presented.sessionId])
      return refuse(c, refusals[result.outcome])
    }
    c.set('userId', result.session.account.id)
    return c.json(await sessionShape(keys, issuer, result.session, at))
  }
