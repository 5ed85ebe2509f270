import { createHash } from 'node:crypto'
import type { Caller, Credentials } from '../database/caller.ts'

/** The caller that a channel reads as. */
export interface Reader {
  readonly caller: Caller
  readonly credentials: Credentials
  /** Equal for readers that see the same rows, so that PostgreSQL checks visibility once for all of them. */
  readonly key: string
}

/** Claims that differ between two tokens of one session and that no policy should look at. */
const tokenClaims = new Set(['exp', 'iat', 'nbf', 'jti', 'refresh_token_counter'])

export function createReader(caller: Caller, credentials: Credentials): Reader {
  const claims = JSON.parse(caller.claims) as Record<string, unknown>
  const sessionClaims = Object.entries(claims).filter(([name]) => !tokenClaims.has(name))
  const key = createHash('sha256').update(caller.role).update(JSON.stringify(sessionClaims)).digest('base64')
  return { caller, credentials, key }
}
