import { z } from 'zod'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { CHALLENGE_SECONDS } from '../constants.ts'
import { deviceOf } from '../device.ts'
import { refuse, refuseFailure } from '../errors.ts'
import type { AuthParts, Handler } from '../parts.ts'
import { sessionShape, type OpenedSession } from '../sessions.ts'
import { factorInPath } from './challenge.ts'
import { unseal } from './sealed.ts'
import { stepOf } from './totp.ts'

const answer = z.object({ challenge_id: text, code: text })

interface FactorToVerify {
  readonly type: string
  readonly secret: string | null
  /** Null when the challenge is none of this factor's. */
  readonly challengedAt: string | null
  readonly isUsed: boolean
}

type Passing =
  | { readonly outcome: 'passed'; readonly session: OpenedSession; readonly ended: readonly string[] }
  | { readonly outcome: 'factor-not-found' | 'challenge-used' | 'factor-code-wrong' | 'session-from-token-missing' }

/**
 * POST /factors/{id}/verify: a right code lifts the session to aal2. The first one proves the factor, and ends every
 * session that has not passed one. Guesses are counted before they are looked at.
 */
export const verifyFactor =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database, keys, issuer, clock, limits, sessions } = parts
    const { userId, sessionId } = c.var.signedIn.caller
    const factor = factorInPath(c)
    if (factor === undefined) return refuse(c, 'factor-not-found')
    const body = await readBody(c, answer)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { challenge_id: challenge, code } = body.value
    if (code === '') return refuse(c, 'factor-code-missing')
    if (!z.guid().safeParse(challenge).success) return refuse(c, 'challenge-not-found')
    const wait = await limits.admit({ limit: 'factor-code', of: userId })
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })

    const [found] = await database.query<{ factor: FactorToVerify | null }>(
      'select server.factor_to_verify($1, $2, $3) as factor',
      [userId, factor, challenge],
    )
    if (!found?.factor) return refuse(c, 'factor-not-found')
    const { secret, challengedAt, isUsed } = found.factor
    if (challengedAt === null) return refuse(c, 'challenge-not-found')
    if (isUsed) return refuse(c, 'challenge-used')
    const at = clock()
    if (at.getTime() > new Date(challengedAt).getTime() + CHALLENGE_SECONDS * 1000) {
      return refuse(c, 'challenge-expired', { detail: challenge })
    }
    const { ip } = deviceOf(c)
    const failed = async () => {
      await audit(database, { at, actor: userId, action: 'factor-failed', subject: factor, details: { ip } })
      return refuse(c, 'factor-code-wrong')
    }
    const step = secret === null ? undefined : stepOf(unseal(keys, factor, secret), code, at)
    if (step === undefined) return failed()

    const [row] = await database.query<{ passing: Passing }>(
      'select server.pass_factor($1, $2, $3, $4, $5, $6, $7) as passing',
      [sessionId, factor, challenge, 'totp', step, at, ip],
    )
    if (!row) throw new Error('server.pass_factor answered nothing')
    const { passing } = row
    if (passing.outcome === 'factor-code-wrong') return failed()
    if (passing.outcome !== 'passed') return refuse(c, passing.outcome)
    sessions.forget(passing.ended)
    return c.json(await sessionShape(keys, issuer, passing.session, at))
  }
