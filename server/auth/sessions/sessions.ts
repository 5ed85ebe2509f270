import { z } from 'zod'
import type { Database, Transaction } from '../../database/database.ts'
import { userShape } from '../accounts/user-shape.ts'
import { audit } from '../audit.ts'
import { SESSION_LIFETIMES, ACCESS_TOKEN_SECONDS, REFRESH_GRACE } from '../constants.ts'
import { readBody, text } from '../http/body.ts'
import { type Device, deviceOf, type Handler } from '../http/context.ts'
import { type AuthFailureKind, refuse, refuseFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { type OpenedSession, signAccessToken } from './access-tokens.ts'
import type { Keys } from './keys.ts'
import { readRefreshToken, type RefreshToken, writeRefreshToken } from './refresh-tokens.ts'

export type RefreshOutcome =
  | { readonly outcome: 'refreshed'; readonly session: OpenedSession }
  | { readonly outcome: 'session-gone' | 'session-expired' | 'session-idle' | 'user-banned' | 'reused' }

interface Opening {
  readonly userId: string
  /** The authentication method for the claim `amr`: `password`, `otp` and so on. */
  readonly method: string
  /** The provider, with the method `oauth`. */
  readonly provider?: string | undefined
  readonly device: Device
  readonly at: Date
  /** The counter of failures that this success resets. */
  readonly spentLimit?: string
}

type Queries = Pick<Transaction, 'query'>

export async function openSession(queries: Queries, opening: Opening): Promise<OpenedSession> {
  const [row] = await queries.query<{ session: OpenedSession }>(
    'select server.create_session($1, $2, $3, $4, $5, $6, $7) as session',
    [...openingValues(opening), opening.provider ?? null],
  )
  if (!row) throw new Error('server.create_session answered nothing')
  return row.session
}

/** Loads a session, whose tokens are returned again; undefined when it has ended. */
export async function readSession(queries: Queries, id: string): Promise<OpenedSession | undefined> {
  const [row] = await queries.query<{ session: OpenedSession | null }>('select server.session_json($1) as session', [
    id,
  ])
  return row?.session ?? undefined
}

export const openingValues = ({ userId, method, at, device, spentLimit }: Opening): readonly unknown[] => [
  userId,
  method,
  at,
  device.ip,
  device.agent,
  spentLimit ?? null,
]

/** @param client the connected app that refreshes its session; a user's session has none */
export async function refreshSession(
  database: Pick<Database, 'query'>,
  presented: RefreshToken,
  { at, device, client }: { at: Date; device: Device; client?: string },
): Promise<RefreshOutcome> {
  const rules = { ...SESSION_LIFETIMES, grace: REFRESH_GRACE, client }
  const [row] = await database.query<{ outcome: RefreshOutcome }>(
    'select server.refresh_session($1, $2, $3, $4, $5, $6) as outcome',
    [presented.sessionId, presented.counter, at, device.ip, device.agent, JSON.stringify(rules)],
    { locks: presented.sessionId },
  )
  if (!row) throw new Error('server.refresh_session answered nothing')
  return row.outcome
}

/** The session as clients store it. `expires_at` keeps clients with a wrong clock from refreshing all the time. */
export async function sessionShape(keys: Keys, issuer: string, session: OpenedSession, at: Date) {
  const issuedAt = Math.floor(at.getTime() / 1000)
  return {
    access_token: await signAccessToken(keys, issuer, session, issuedAt),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: issuedAt + ACCESS_TOKEN_SECONDS,
    refresh_token: writeRefreshToken(keys, { sessionId: session.id, counter: session.counter }),
    user: userShape(session.account),
  }
}

const refreshBody = z.object({ refresh_token: text })

const refusals = {
  'session-gone': 'refresh-session-gone',
  'session-expired': 'refresh-session-expired',
  'session-idle': 'refresh-session-idle',
  'user-banned': 'refresh-user-banned',
  reused: 'refresh-token-reused',
} as const satisfies Record<Exclude<RefreshOutcome['outcome'], 'refreshed'>, AuthFailureKind>

/**
 * POST /token?grant_type=refresh_token: refresh token rotation in one round trip to the database. Clients end the session
 * on every 4xx, so only a token that works no more gets one; the rate limit responds with 503, which clients retry.
 */
export const refresh =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'refreshLimit' | 'sessions' | 'issuer'>): Handler =>
  async (c) => {
    const { database, keys, issuer, clock, sessions, refreshLimit } = parts
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

/**
 * The sessions of the user $1, whose row is locked first, as by all that ends or downgrades more than one session: otherwise two
 * of them wait for each other's sessions, and one fails.
 */
export const OF_LOCKED_USER = 'user_id = (select id from auth.users where id = $1 for update)'

/** Every scope mentions the session, $2, so that PostgreSQL knows its type. */
const conditions = new Map([
  ['global', '$2::uuid is not null'],
  ['local', 'id = $2'],
  ['others', 'id <> $2'],
])

/** POST /logout?scope=: revokes every session of the user (global, the default), this one, or the others. */
export const logout =
  ({ database, sessions, clock }: Pick<AuthDependencies, 'database' | 'clock' | 'sessions'>): Handler =>
  async (c) => {
    const scope = c.req.query('scope') || 'global'
    const condition = conditions.get(scope)
    if (!condition) return refuse(c, 'logout-scope', { detail: scope })
    const { userId, sessionId } = c.var.signedIn.caller
    const ended = await database.query<{ id: string }>(
      `delete from auth.sessions where ${OF_LOCKED_USER} and ${condition} returning id`,
      [userId, sessionId],
      { locks: userId },
    )
    sessions.forget(ended.map(({ id }) => id))
    await audit(database, { at: clock(), actor: userId, action: 'signed-out', details: { scope } })
    return c.body(null, 204)
  }
