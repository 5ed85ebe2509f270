import { z } from 'zod'
import { findById } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { PROOF_SECONDS } from '../constants.ts'
import { recordEmailProof } from '../email/email-proof.ts'
import { admitGuess, codeHash, consumeCode, issueCode, ownMailTooSoon } from '../email/mailed-codes.ts'
import { writeMail } from '../email/texts.ts'
import { readBody, text } from '../http/body.ts'
import { type AuthContext, deviceOf, type Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import type { LimitCheck } from '../http/rate-limits.ts'
import type { AuthDependencies } from '../dependencies.ts'

type ProofDeps = Pick<AuthDependencies, 'database' | 'clock'>

/**
 * Whether the session has a recent proof of its owner: a sign-in, a second factor, or a step-up. A token alone may be
 * stolen, and refresh tokens keep a session alive for months.
 */
export async function isRecentlyProven(
  { database, clock }: ProofDeps,
  c: AuthContext,
  withinSeconds = PROOF_SECONDS,
): Promise<boolean> {
  const [row] = await database.query<{ recent: boolean | null }>(
    'select server.last_proof_at($1) > $2::timestamptz - make_interval(secs => $3) as recent',
    [c.var.signedIn.caller.sessionId, clock(), withinSeconds],
  )
  return row?.recent === true
}

/** Step-up with the password. @returns the error, if any */
export async function proveByPassword(
  parts: Pick<AuthDependencies, 'database' | 'clock' | 'limits' | 'passwords'>,
  c: AuthContext,
  password: string,
  passwordHash: string | null,
): Promise<AuthFailure | undefined> {
  const { limits, passwords } = parts
  // Per session, so that a thief of one session cannot block the owner's step-up.
  const failures: LimitCheck = { limit: 'failed-proof', of: c.var.signedIn.caller.sessionId }
  // Counted before the password is compared, so that concurrent guesses cannot exceed the limit.
  const wait = await limits.admit(failures)
  if (wait > 0) return { kind: 'rate-limited', retryAfterSeconds: wait }
  if (!(await passwords.verify(password, passwordHash))) return failed(parts, c, 'password', 'current-password-wrong')
  await limits.reset(failures)
  await recordProof(parts, c, 'password')
  return undefined
}

/** Step-up with a code that GET /reauthenticate mailed, which proves the address too. @returns the error, if any */
export async function proveByNonce(
  parts: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'limits'>,
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
  await limits.reset(failures)
  await recordProof(parts, c, 'otp')
  await recordEmailProof(database, userId, clock())
  return undefined
}

/** @param method as in the claim `amr` */
async function recordProof({ database, clock }: ProofDeps, c: AuthContext, method: 'password' | 'otp'): Promise<void> {
  const { sessionId } = c.var.signedIn.caller
  await database.query('select server.record_proof($1, $2, $3, $4)', [sessionId, method, clock(), deviceOf(c).ip])
}

async function failed(
  { database, clock }: ProofDeps,
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

/** GET /reauthenticate: mails a code for a step-up. */
export const mailNonce =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock' | 'limits'>): Handler =>
  async (c) => {
    const { database, keys, clock, mail, config } = parts
    const { userId } = c.var.signedIn.caller
    const account = (await findById(database, userId))?.account
    if (!account) return refuse(c, 'user-from-sub-missing')
    const { email } = account
    if (email === null || !account.email_confirmed_at) return refuse(c, 'email-unverified')
    const tooSoon = await ownMailTooSoon(parts, 'reauthentication', account)
    if (tooSoon) return refuseFailure(c, tooSoon)
    const at = clock()
    const { code } = await database.transaction(async (transaction) => {
      await transaction.query('update auth.users set reauthentication_sent_at = $2 where id = $1', [userId, at])
      return issueCode(transaction, keys, { type: 'reauthentication_token', owner: { userId, email }, at })
    })
    mail.send(writeMail('reauthentication', { productName: config.productName, to: email, code }))
    return c.json({})
  }

const proof = z.object({ password: text, nonce: text })

/**
 * POST /reauthenticate `{password}` or `{nonce}`: step-up in the same session. GoTrue has no such endpoint; its clients
 * send `current_password` or `nonce` with the change itself, or sign in again.
 */
export const reauthenticate =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'limits' | 'passwords'>): Handler =>
  async (c) => {
    const body = await readBody(c, proof)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { password, nonce } = body.value
    if (password === '' && nonce === '') return refuse(c, 'proof-missing')
    const stored = await findById(parts.database, c.var.signedIn.caller.userId)
    if (!stored) return refuse(c, 'user-from-sub-missing')
    const failure =
      password === ''
        ? await proveByNonce(parts, c, nonce, stored.account.email ?? '')
        : await proveByPassword(parts, c, password, stored.passwordHash)
    return failure ? refuseFailure(c, failure) : c.json({})
  }
