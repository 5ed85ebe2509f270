import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { CHALLENGE_SECONDS, PROOF_SECONDS } from '../constants.ts'
import { readBody, text } from '../http/body.ts'
import { deviceOf, type Handler } from '../http/context.ts'
import { type AuthFailureKind, refuse, refuseFailure } from '../http/errors.ts'
import type { LimitCheck } from '../http/rate-limits.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { OpenedSession } from '../sessions/access-tokens.ts'
import { isRecentlyProven } from '../sessions/reauthenticate.ts'
import { sessionShape } from '../sessions/sessions.ts'
import { factorInPath } from './challenge.ts'
import type { StoredCredential } from './credential.ts'
import { sentCodeHash } from './phone.ts'
import { unseal } from './sealed-secrets.ts'
import { stepOf } from './totp.ts'
import { type Ceremony, checkCeremony, type CredentialResponse, readCredentialResponse } from './webauthn.ts'

const verifyBody = z.object({
  challenge_id: text,
  code: text,
  webauthn: z.object({ type: text, credential_response: z.unknown() }).nullish(),
})

interface FactorToVerify {
  readonly type: 'totp' | 'phone' | 'webauthn'
  readonly status: 'unverified' | 'verified'
  readonly secret: string | null
  readonly credential: StoredCredential | null
  /** Null when the challenge belongs to another factor. */
  readonly challengedAt: string | null
  readonly isUsed: boolean
  readonly codeHash: string | null
  readonly ceremony: Ceremony | null
}

export type StepUpResult =
  | { readonly outcome: 'passed'; readonly session: OpenedSession; readonly ended: readonly string[] }
  | { readonly outcome: 'proof-wrong' | 'session-from-token-missing' }

type FactorResult =
  | StepUpResult
  | {
      readonly outcome:
        | 'factor-not-found'
        | 'challenge-used'
        | 'aal2-to-enrol'
        | 'credential-exists'
        /** The authenticator's counter did not increase: it may be cloned. */
        | 'counter-old'
    }

/** By factor type: the method in the claim `amr`, and the error for a wrong response. */
const kinds = {
  totp: { method: 'totp', wrong: 'factor-code-wrong' },
  phone: { method: 'mfa/phone', wrong: 'phone-code-wrong' },
  webauthn: { method: 'mfa/webauthn', wrong: 'credential-wrong' },
} as const satisfies Record<FactorToVerify['type'], { method: string; wrong: AuthFailureKind }>

/**
 * POST /factors/{id}/verify: the right response raises the session to aal2. The first one also verifies the factor, and
 * revokes the user's aal1 sessions. Guesses are counted before they are compared.
 */
export const verifyFactor =
  (
    parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'clock' | 'limits' | 'sessions' | 'issuer'>,
  ): Handler =>
  async (c) => {
    const { database, keys, issuer, clock, limits, sessions } = parts
    const { userId, sessionId } = c.var.signedIn.caller
    const factor = factorInPath(c)
    if (factor === undefined) return refuse(c, 'factor-not-found')
    const body = await readBody(c, verifyBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { challenge_id: challenge, code, webauthn } = body.value
    if (code === '' && !webauthn) return refuse(c, 'factor-code-missing')
    if (!z.guid().safeParse(challenge).success) return refuse(c, 'challenge-not-found')
    const wait = await limits.admit({ limit: 'factor-code', of: sessionId })
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })

    const [found] = await database.query<{ factor: FactorToVerify | null }>(
      'select server.factor_to_verify($1, $2, $3) as factor',
      [userId, factor, challenge],
    )
    if (!found?.factor) return refuse(c, 'factor-not-found')
    const { type, status, challengedAt, isUsed } = found.factor
    if (status === 'unverified' && !(await isRecentlyProven(parts, c, PROOF_SECONDS + CHALLENGE_SECONDS))) {
      return refuse(c, 'reauthentication-needed', { detail: 'This change' })
    }
    if (challengedAt === null) return refuse(c, 'challenge-not-found')
    if (isUsed) return refuse(c, 'challenge-used')
    const at = clock()
    if (at.getTime() > new Date(challengedAt).getTime() + CHALLENGE_SECONDS * 1000) {
      return refuse(c, 'challenge-expired', { detail: challenge })
    }
    if (type !== 'webauthn' && code === '') return refuse(c, 'factor-code-missing')
    if (type === 'webauthn' && !webauthn) return refuse(c, 'credential-missing')
    const given = webauthn && readCredentialResponse(webauthn.type, webauthn.credential_response)
    if (type === 'webauthn' && !given) return refuse(c, 'credential-malformed')
    const failures: LimitCheck = { limit: 'failed-factor-code', of: userId }
    if (type !== 'webauthn') {
      const guesses: LimitCheck[] = type === 'phone' ? [{ limit: 'sent-code', of: challenge }] : []
      const retryAfter = await limits.admit(failures, ...guesses)
      if (retryAfter > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: retryAfter })
    }

    const { ip } = deviceOf(c)
    const { method, wrong } = kinds[type]
    const failed = async (reason: string) => {
      await audit(database, { at, actor: userId, action: 'factor-failed', subject: factor, details: { ip, reason } })
      return refuse(c, wrong)
    }
    const proof = await verifyResponse(parts, { factor, challenge, stored: found.factor, code, given, at })
    if (!proof) return failed('wrong')

    const [row] = await database.query<{ result: FactorResult }>(
      'select server.verify_factor($1, $2, $3, $4, $5, $6, $7) as result',
      [sessionId, factor, challenge, method, JSON.stringify(proof), at, ip],
    )
    if (!row) throw new Error('server.verify_factor answered nothing')
    const { result } = row
    if (result.outcome === 'proof-wrong') return failed('used')
    if (result.outcome === 'counter-old') return failed('counter')
    if (result.outcome !== 'passed') return refuse(c, result.outcome)
    if (type !== 'webauthn') await limits.reset(failures)
    sessions.forget(result.ended)
    return c.json(await sessionShape(keys, issuer, result.session, at))
  }

interface ResponseToVerify {
  readonly factor: string
  readonly challenge: string
  readonly stored: FactorToVerify
  readonly code: string
  readonly given: CredentialResponse | null | undefined
  readonly at: Date
}

/** @returns the proof for `server.verify_factor`; undefined when the response is wrong */
async function verifyResponse(
  { keys, config }: Pick<AuthDependencies, 'keys' | 'config'>,
  { factor, challenge, stored, code, given, at }: ResponseToVerify,
): Promise<object | undefined> {
  const { type, secret, credential, codeHash, ceremony } = stored
  switch (type) {
    case 'totp': {
      const step = secret === null ? undefined : stepOf(unseal(keys, factor, secret), code, at)
      return step === undefined ? undefined : { step }
    }
    case 'phone':
      return codeHash !== null && isEqual(codeHash, sentCodeHash(keys, challenge, code)) ? {} : undefined
    case 'webauthn':
      return ceremony && given ? checkCeremony(config, { ceremony, credential, given }) : undefined
    default:
      return type satisfies never
  }
}

/** The lengths differ only for a row that another server has written. */
const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
