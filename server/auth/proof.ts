import { audit } from './audit.ts'
import { PROOF_SECONDS } from './constants.ts'
import { deviceOf } from './device.ts'
import type { AuthFailure } from './errors.ts'
import type { LimitCheck } from './limits.ts'
import { admitGuess, codeHash, consumeCode } from './mailed-codes.ts'
import type { AuthContext, AuthParts } from './parts.ts'

/**
 * Whether the person at the session has shown who they are lately: by signing in, with a second factor, or in place. A
 * token alone may be stolen, and a refresh token renews itself for months.
 */
export async function isRecentlyProven(
  { database, clock }: AuthParts,
  c: AuthContext,
  withinSeconds = PROOF_SECONDS,
): Promise<boolean> {
  const [row] = await database.query<{ recent: boolean | null }>(
    'select server.proven_at($1) > $2::timestamptz - make_interval(secs => $3) as recent',
    [c.var.signedIn.caller.sessionId, clock(), withinSeconds],
  )
  return row?.recent === true
}

/** Proves the session in place with the password. @returns why not, or undefined */
export async function proveByPassword(
  parts: AuthParts,
  c: AuthContext,
  password: string,
  passwordHash: string | null,
): Promise<AuthFailure | undefined> {
  const { limits, passwords } = parts
  // Of the session, so that whoever holds a stolen one cannot keep the owner from proving theirs.
  const failures: LimitCheck = { limit: 'failed-proof', of: c.var.signedIn.caller.sessionId }
  // Counted before the password is compared, so that many at once are not more.
  const wait = await limits.admit(failures)
  if (wait > 0) return { kind: 'rate-limited', retryAfterSeconds: wait }
  if (!(await passwords.verify(password, passwordHash))) return failed(parts, c, 'password', 'current-password-wrong')
  await limits.forgive(failures)
  await noteProof(parts, c, 'password')
  return undefined
}

/** Proves the session in place with a code that GET /reauthenticate mailed. @returns why not, or undefined */
export async function proveByNonce(
  parts: AuthParts,
  c: AuthContext,
  nonce: string,
  email: string,
): Promise<AuthFailure | undefined> {
  const { database, keys, clock, limits } = parts
  const { userId } = c.var.signedIn.caller
  const types = ['reauthentication_token'] as const
  const failures: LimitCheck = { limit: 'failed-mailed-proof', of: userId }
  const wait = await admitGuess(parts, failures, email, types)
  if (wait > 0) return { kind: 'rate-limited', retryAfterSeconds: wait }
  const used = await consumeCode(database, { hashes: [codeHash(keys, email, nonce)], types, at: clock(), email })
  if (used?.userId !== userId) return failed(parts, c, 'otp', 'nonce-wrong')
  await limits.forgive(failures)
  await noteProof(parts, c, 'otp')
  return undefined
}

/** @param method as the claim `amr` names it */
async function noteProof({ database, clock }: AuthParts, c: AuthContext, method: 'password' | 'otp'): Promise<void> {
  const { sessionId } = c.var.signedIn.caller
  await database.query('select server.note_proof($1, $2, $3, $4)', [sessionId, method, clock(), deviceOf(c).ip])
}

async function failed(
  { database, clock }: AuthParts,
  c: AuthContext,
  method: string,
  kind: AuthFailure['kind'],
): Promise<AuthFailure> {
  const details = { method, ip: deviceOf(c).ip }
  await audit(database, {
    at: clock(),
    actor: c.var.signedIn.caller.userId,
    action: 'reauthentication-failed',
    details,
  })
  return { kind }
}
