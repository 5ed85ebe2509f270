import type { Transaction } from '../database/database.ts'
import { signAccessToken } from './access-tokens.ts'
import { ACCESS_TOKEN_SECONDS, REFRESH_GRACE, SESSION_LIFETIMES } from './constants.ts'
import type { Device } from './device.ts'
import type { Keys } from './keys.ts'
import { writeRefreshToken, type RefreshToken } from './refresh-tokens.ts'
import { userShape, type AccountRow } from './shapes.ts'

/** A session as `server.opened_session` answers it. */
export interface OpenedSession {
  readonly id: string
  readonly aal: string
  readonly counter: number
  /** How the person proved who they are, newest first; `provider` with `oauth`. */
  readonly amr: readonly { readonly method: string; readonly timestamp: number; readonly provider?: string }[]
  readonly account: AccountRow
}

export type RefreshOutcome =
  | { readonly outcome: 'refreshed'; readonly session: OpenedSession }
  | { readonly outcome: 'session-gone' | 'session-expired' | 'session-idle' | 'user-banned' | 'reused' }

interface Opening {
  readonly userId: string
  /** How the person proved who they are, for the `amr` claim: `password`, `otp` and so on. */
  readonly method: string
  /** Who vouched for them, with the method `oauth`. */
  readonly provider?: string | undefined
  readonly device: Device
  readonly at: Date
  /** The counter of failures that this success takes back. */
  readonly spentLimit?: string
}

type Queries = Pick<Transaction, 'query'>

export async function openSession(queries: Queries, opening: Opening): Promise<OpenedSession> {
  const [row] = await queries.query<{ session: OpenedSession }>(
    'select server.open_session($1, $2, $3, $4, $5, $6, $7) as session',
    [...openingValues(opening), opening.provider ?? null],
  )
  if (!row) throw new Error('server.open_session answered nothing')
  return row.session
}

/** A session as it is, with its tokens answered again; undefined when it has ended. */
export async function readSession(queries: Queries, id: string): Promise<OpenedSession | undefined> {
  const [row] = await queries.query<{ session: OpenedSession | null }>('select server.opened_session($1) as session', [
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

export async function refreshSession(
  queries: Queries,
  presented: RefreshToken,
  { at, device }: { at: Date; device: Device },
): Promise<RefreshOutcome> {
  const rules = { ...SESSION_LIFETIMES, grace: REFRESH_GRACE }
  const [row] = await queries.query<{ outcome: RefreshOutcome }>(
    'select server.refresh_session($1, $2, $3, $4, $5, $6) as outcome',
    [presented.sessionId, presented.counter, at, device.ip, device.agent, JSON.stringify(rules)],
  )
  if (!row) throw new Error('server.refresh_session answered nothing')
  return row.outcome
}

/** The session as clients store it. `expires_at` keeps a client with a wrong clock from refreshing all the time. */
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
