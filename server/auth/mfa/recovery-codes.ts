import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { RECOVERY_CODES } from '../constants.ts'
import { readBody, text } from '../http/body.ts'
import { deviceOf, type Handler } from '../http/context.ts'
import { refuse, refuseFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { Keys } from '../sessions/keys.ts'
import { sessionShape } from '../sessions/sessions.ts'
import type { StepUpResult } from './verify.ts'

/** Crockford's base32: no letters that look like digits, and 80 bits in 16 characters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 16

const newCode = (): string => Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Normalizes a typed code: ignores case, spaces and dashes. */
const plain = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '')

/**
 * A keyed hash is enough, without the slow hashing of passwords: 80 random bits cannot be brute-forced, even with the
 * table and the key.
 */
const codeHash = (keys: Keys, userId: string, code: string): string =>
  keys.mac('recovery-code', 'sha256', `${userId}${code}`).toString('hex')

/** The shape that auth-js reads (`mfa.recoveryCodes`). A user has one set, so its id is the user's. */
const setOf = (userId: string) => ({ id: userId, type: 'recovery_code' }) as const

/** POST /factors/recovery-codes: replaces the codes. This is the only response with them. */
export const makeRecoveryCodes =
  ({ database, keys, clock, sessions }: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'sessions'>): Handler =>
  async (c) => {
    const { aal, caller } = c.var.signedIn
    if (aal !== 'aal2') return refuse(c, 'aal2-for-recovery-codes')
    const codes = Array.from({ length: RECOVERY_CODES }, newCode)
    const hashes = codes.map((code) => codeHash(keys, caller.userId, code))
    const [row] = await database.query<{ lowered: string[] | null }>(
      'select to_jsonb(server.replace_recovery_codes($1, $2, $3, $4, $5)) as lowered',
      [caller.userId, caller.sessionId, hashes, clock(), deviceOf(c).ip],
    )
    if (!row?.lowered) return refuse(c, 'recovery-codes-without-factor')
    sessions.forget(row.lowered)
    return c.json({ ...setOf(caller.userId), friendly_name: 'Recovery codes', total: codes.length, codes })
  }

/** GET /factors/recovery-codes: the number of codes, and how many are left. */
export const countRecoveryCodes =
  ({ database }: Pick<AuthDependencies, 'database'>): Handler =>
  async (c) => {
    const { userId } = c.var.signedIn.caller
    const [row] = await database.query<{ total: number; remaining: number }>(
      `select count(*)::integer as total, count(*) filter (where used_at is null)::integer as remaining
       from server.recovery_codes where user_id = $1`,
      [userId],
    )
    if (!row || row.total === 0) return refuse(c, 'recovery-codes-none')
    return c.json({ ...setOf(userId), ...row })
  }

/** POST /factors/recovery-codes/verify: a recovery code instead of a lost second factor. */
export const verifyRecoveryCode =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'limits' | 'sessions' | 'issuer'>): Handler =>
  async (c) => {
    const { database, keys, issuer, clock, limits, sessions } = parts
    const { userId, sessionId } = c.var.signedIn.caller
    const body = await readBody(c, z.object({ code: text }))
    if (!body.ok) return refuseFailure(c, body.failure)
    const code = plain(body.value.code)
    if (code === '') return refuse(c, 'factor-code-missing')
    const wait = await limits.admit({ limit: 'factor-code', of: sessionId })
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })
    const at = clock()
    const { ip } = deviceOf(c)
    const [row] = await database.query<{ result: StepUpResult }>(
      'select server.use_recovery_code($1, $2, $3, $4, $5) as result',
      [sessionId, userId, codeHash(keys, userId, code), at, ip],
    )
    if (!row) throw new Error('server.use_recovery_code answered nothing')
    const { result } = row
    if (result.outcome === 'proof-wrong') {
      await audit(database, { at, actor: userId, action: 'recovery-code-failed', details: { ip } })
      return refuse(c, 'recovery-code-wrong')
    }
    if (result.outcome !== 'passed') return refuse(c, result.outcome)
    sessions.forget(result.ended)
    return c.json(await sessionShape(keys, issuer, result.session, at))
  }
