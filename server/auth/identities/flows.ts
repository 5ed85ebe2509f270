import { createHash, randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { PROVIDER_STATE_SECONDS } from '../constants.ts'
import type { AuthFailure } from '../errors.ts'
import type { Keys } from '../keys.ts'
import type { AuthContext, AuthParts } from '../parts.ts'
import type { Challenge } from '../pkce.ts'
import type { Ties } from './providers.ts'

/** Somebody on the way to a provider. */
export interface Flow {
  readonly provider: string
  /** Checked already. */
  readonly redirectTo: string
  /** Of the client, in the PKCE flow. */
  readonly challenge: Challenge | undefined
  /** The session that asked for one more way in. */
  readonly linkingSession: string | undefined
}

export interface TakenFlow extends Flow {
  readonly browserHash: string
  readonly createdAt: string
}

const random = (): string => randomBytes(32).toString('base64url')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Everything secret follows from the state and a key of the server's, so nothing of it is stored. */
export const tiesOf = (keys: Keys, state: string): Ties => ({
  state,
  nonce: keys.mac('provider-nonce', 'sha256', state).toString('base64url'),
  verifier: keys.mac('provider-verifier', 'sha256', state).toString('base64url'),
})

export const newTies = (keys: Keys): Ties => tiesOf(keys, random())

/** Remembers a flow for ten minutes, in this browser alone. */
export async function keepFlow(parts: AuthParts, c: AuthContext, state: string, flow: Flow): Promise<void> {
  const { database, clock, config } = parts
  const isSecure = config.publicUrl.startsWith('https:')
  // One for all flows of a browser, so that two tabs do not disturb each other.
  const browser = getCookie(c, cookieName(isSecure)) || random()
  setCookie(c, cookieName(isSecure), browser, {
    path: '/',
    httpOnly: true,
    // The provider's page leads back here: `strict` would leave the cookie out.
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: PROVIDER_STATE_SECONDS,
  })
  await database.query(
    `insert into server.provider_flows
       (state_hash, browser_hash, provider, redirect_to, code_challenge_method, code_challenge, linking_session, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      hashOf(state),
      hashOf(browser),
      flow.provider,
      flow.redirectTo,
      flow.challenge?.method ?? null,
      flow.challenge?.challenge ?? null,
      flow.linkingSession ?? null,
      clock(),
    ],
  )
}

/** Uses a state up, whatever comes of it. */
export async function takeFlow({ database }: AuthParts, state: string): Promise<TakenFlow | undefined> {
  const [row] = await database.query<
    Omit<TakenFlow, 'challenge' | 'linkingSession'> & Record<'method' | 'challenge' | 'linkingSession', string | null>
  >(
    `delete from server.provider_flows where state_hash = $1
     returning provider, redirect_to as "redirectTo", browser_hash as "browserHash", created_at as "createdAt",
       code_challenge_method as method, code_challenge as challenge, linking_session as "linkingSession"`,
    [hashOf(state)],
  )
  if (!row) return undefined
  const { method, challenge, linkingSession, ...flow } = row
  return {
    ...flow,
    challenge: method === null || challenge === null ? undefined : ({ method, challenge } as Challenge),
    linkingSession: linkingSession ?? undefined,
  }
}

/** What is wrong with a flow that came back, or undefined. */
export function flowFlaw({ clock, config }: AuthParts, c: AuthContext, flow: TakenFlow): AuthFailure | undefined {
  const endsAt = new Date(flow.createdAt).getTime() + PROVIDER_STATE_SECONDS * 1000
  if (clock().getTime() >= endsAt) return { kind: 'flow-state-expired' }
  const browser = getCookie(c, cookieName(config.publicUrl.startsWith('https:')))
  const isSame = browser !== undefined && hashOf(browser) === flow.browserHash
  return isSame || !isBrowser(c) ? undefined : { kind: 'oauth-state-foreign' }
}

/**
 * Whether a browser asks; each says so by itself (Fetch Metadata; on plain http by its name), and no page can keep it
 * from that. Only there can somebody be made to finish what another began, and other clients need keep no cookie.
 */
const isBrowser = (c: AuthContext): boolean =>
  c.req.header('sec-fetch-site') !== undefined || c.req.header('user-agent')?.startsWith('Mozilla/') === true

/** `__Host-` keeps other hosts of the domain from setting it. */
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-sign-in' : 'sign-in')
