import { createHash } from 'node:crypto'
import type { Caller } from '../database/caller.ts'

/** Claims that differ between two tokens of one session and that no policy should look at. */
const passing = new Set(['exp', 'iat', 'nbf', 'jti', 'refresh_token_counter'])

/** Callers with equal keys see the same rows, so that PostgreSQL is asked once for all of them. */
export function readerKey({ role, claims }: Caller): string {
  const lasting = Object.entries(JSON.parse(claims) as Record<string, unknown>).filter(([name]) => !passing.has(name))
  return createHash('sha256').update(role).update(JSON.stringify(lasting)).digest('base64')
}
