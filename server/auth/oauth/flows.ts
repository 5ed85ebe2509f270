import { randomBytes } from 'node:crypto'
import { PROVIDER_STATE_SECONDS } from '../constants.ts'
import type { AuthFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sha256 } from '../sha256.ts'
import type { MacKey } from '../sessions/keys.ts'
import type { Challenge } from './pkce.ts'
import type { FlowSecrets } from './providers.ts'

/** A redirect to a provider that has not returned yet. */
export interface Flow {
  readonly provider: string
  /** Validated by `checkedRedirect`. */
  readonly redirectTo: string
  /** PKCE challenge of the requesting browser. */
  readonly challenge: Challenge
  /** The session that links an identity; undefined for a sign-in. */
  readonly linkingSession: string | undefined
}

export interface StoredFlow extends Flow {
  readonly createdAt: string
}

const random = (): string => randomBytes(32).toString('base64url')

/**
 * Derives nonce and verifier from the state and the server's key, so that neither is stored.
 * @example
 * import { macOf } from '../sessions/keys.ts'
 * const keys = { mac: macOf.bind(undefined, 'the key of this server') }
 * flowSecrets(keys, 'a').nonce === flowSecrets(keys, 'a').nonce // true
 * flowSecrets(keys, 'a').nonce === flowSecrets(keys, 'b').nonce // false
 */
export const flowSecrets = (keys: MacKey, state: string): FlowSecrets => ({
  state,
  nonce: keys.mac('provider-nonce', 'sha256', state).toString('base64url'),
  verifier: keys.mac('provider-verifier', 'sha256', state).toString('base64url'),
})

export const newFlowSecrets = (keys: MacKey): FlowSecrets => flowSecrets(keys, random())

/** Stores a flow for ten minutes. */
export async function saveFlow(
  { database, clock }: Pick<AuthDependencies, 'database' | 'clock'>,
  state: string,
  flow: Flow,
): Promise<void> {
  await database.query(
    `insert into server.provider_flows
       (state_hash, provider, redirect_to, code_challenge_method, code_challenge, linking_session, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      sha256(state),
      flow.provider,
      flow.redirectTo,
      flow.challenge.method,
      flow.challenge.challenge,
      flow.linkingSession ?? null,
      clock(),
    ],
  )
}

/** Consumes a state, even if the sign-in fails afterwards. */
export async function consumeFlow(
  { database }: Pick<AuthDependencies, 'database'>,
  state: string,
): Promise<StoredFlow | undefined> {
  const [row] = await database.query<
    Omit<StoredFlow, 'challenge' | 'linkingSession'> & Record<'challenge' | 'linkingSession', string | null>
  >(
    `delete from server.provider_flows where state_hash = $1
     returning provider, redirect_to as "redirectTo", created_at as "createdAt",
       code_challenge as challenge, linking_session as "linkingSession"`,
    [sha256(state)],
  )
  if (!row || row.challenge === null) return undefined
  const { challenge, linkingSession, ...flow } = row
  return {
    ...flow,
    challenge: { method: 's256', challenge },
    linkingSession: linkingSession ?? undefined,
  }
}

/** Validates that a flow has not expired. */
export function flowError(
  { clock }: Pick<AuthDependencies, 'clock'>,
  { createdAt }: StoredFlow,
): AuthFailure | undefined {
  const endsAt = new Date(createdAt).getTime() + PROVIDER_STATE_SECONDS * 1000
  return clock().getTime() >= endsAt ? { kind: 'flow-state-expired' } : undefined
}
