import { z } from 'zod'
import { type Result, succeed } from '../../../domain/result.ts'
import { CHALLENGE_SECONDS } from '../constants.ts'
import { type AuthContext, deviceOf, type Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { StoredCredential } from './credential.ts'
import { sendCode } from './phone.ts'
import { beginCeremony } from './webauthn.ts'

interface FactorToChallenge {
  readonly type: 'totp' | 'phone' | 'webauthn'
  readonly status: 'unverified' | 'verified'
  readonly phone: string | null
  readonly credential: StoredCredential | null
  readonly email: string | null
  /** Credentials of the user's other factors. */
  readonly others: readonly StoredCredential[]
}

/** The data that a challenge stores to verify the response, and further fields of the reply. */
interface ChallengeInput {
  readonly codeHash?: string
  readonly ceremony?: object
  readonly reply?: object
}

/** The factor's id in the path; undefined when it is invalid. */
export function factorInPath(c: AuthContext): string | undefined {
  const id = z.guid().safeParse(c.req.param('id'))
  return id.success ? id.data : undefined
}

/** POST /factors/{id}/challenge: creates a challenge, which can be answered correctly once. */
export const challengeFactor =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'sms' | 'clock' | 'limits'>): Handler =>
  async (c) => {
    const { database, clock, limits } = parts
    const { userId, sessionId } = c.var.signedIn.caller
    const factor = factorInPath(c)
    if (factor === undefined) return refuse(c, 'factor-not-found')
    const wait = await limits.admit({ limit: 'factor-challenge', of: sessionId })
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })
    const [found] = await database.query<{ factor: FactorToChallenge | null }>(
      `select server.factor_to_challenge($1, $2) || jsonb_build_object('status', status) as factor
       from auth.mfa_factors where id = $2`,
      [userId, factor],
    )
    if (!found?.factor) return refuse(c, 'factor-not-found')

    const challengeId = crypto.randomUUID()
    const input = await prepareChallenge(parts, c, { ...found.factor, userId, challengeId })
    if (!input.ok) return refuseFailure(c, input.failure)
    const at = clock()
    const { codeHash = null, ceremony = null, reply } = input.value
    const [row] = await database.query<{ challenge: { id: string; type: string } | null }>(
      'select server.challenge_factor($1, $2, $3, $4, $5, $6, $7) as challenge',
      [userId, factor, deviceOf(c).ip, at, challengeId, codeHash, ceremony && JSON.stringify(ceremony)],
    )
    if (!row?.challenge) return refuse(c, 'factor-not-found')
    return c.json({ ...row.challenge, expires_at: Math.floor(at.getTime() / 1000) + CHALLENGE_SECONDS, ...reply })
  }

async function prepareChallenge(
  parts: Pick<AuthDependencies, 'keys' | 'config' | 'sms' | 'clock' | 'limits'>,
  c: AuthContext,
  { type, status, phone, ...factor }: FactorToChallenge & { readonly userId: string; readonly challengeId: string },
): Promise<Result<ChallengeInput, AuthFailure>> {
  switch (type) {
    case 'totp':
      return succeed({})
    case 'phone': {
      const sent = await sendCode(parts, c, { ...factor, phone: phone ?? '', isOwn: status === 'verified' })
      return sent.ok ? succeed({ codeHash: sent.value }) : sent
    }
    case 'webauthn': {
      const { ceremony, webauthn } = beginCeremony(parts.config, { ...factor, at: parts.clock() })
      return succeed({ ceremony, reply: { webauthn } })
    }
    default:
      return type satisfies never
  }
}
