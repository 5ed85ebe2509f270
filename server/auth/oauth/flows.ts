import { createHash, randomBytes } from 'node:crypto'
import { PROVIDER_STATE_SECONDS } from '../constants.ts'
import type { AuthFailure } from '../http/errors.ts'
import type { AuthParts } from '../parts.ts'
import type { Keys } from '../sessions/keys.ts'
import type { Challenge } from './pkce.ts'
import type { Ties } from './providers.ts'

/** A sign-in in progress at a provider. */
export interface Flow {
  readonly provider: string
  /** Checked already. */
  readonly redirectTo: string
  /** Of the browser that asked. */
  readonly challenge: Challenge
  /** The session that asked for one more way in. */
  readonly linkingSession: string | undefined
}

export interface TakenFlow extends Flow {
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

/** Remembers a flow for ten minutes. */
export async function keepFlow({ database, clock }: AuthParts, state: string, flow: Flow): Promise<void> {
  await database.query(
    `insert into server.provider_flows
       (state_hash, provider, redirect_to, code_challenge_method, code_challenge, linking_session, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      hashOf(state),
      flow.provider,
      flow.redirectTo,
      flow.challenge.method,
      flow.challenge.challenge,
      flow.linkingSession ?? null,
      clock(),
    ],
  )
}

/** Uses a state up, whatever comes of it. */
export async function takeFlow({ database }: AuthParts, state: string): Promise<TakenFlow | undefined> {
  const [row] = await database.query<
    Omit<TakenFlow, 'challenge' | 'linkingSession'> & Record<'challenge' | 'linkingSession', string | null>
  >(
    `delete from server.provider_flows where state_hash = $1
     returning provider, redirect_to as "redirectTo", created_at as "createdAt",
       code_challenge as challenge, linking_session as "linkingSession"`,
    [hashOf(state)],
  )
  if (!row || row.challenge === null) return undefined
  const { challenge, linkingSession, ...flow } = row
  return {
    ...flow,
    challenge: { method: 's256', challenge },
    linkingSession: linkingSession ?? undefined,
  }
}

/** What is wrong with a flow that came back, or undefined. */
export function flowError({ clock }: AuthParts, { createdAt }: TakenFlow): AuthFailure | undefined {
  const endsAt = new Date(createdAt).getTime() + PROVIDER_STATE_SECONDS * 1000
  return clock().getTime() >= endsAt ? { kind: 'flow-state-expired' } : undefined
}
