import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { text } from '../http/body.ts'
import type { AuthFailure } from '../http/errors.ts'
import { seal } from '../mfa/sealed-secrets.ts'
import type { Keys } from '../sessions/keys.ts'
import { sha256 } from '../sha256.ts'

/** RFC 7636, with the client's spelling of the method; `plain` reveals the verifier to observers of the request. */
export interface Challenge {
  readonly method: 's256'
  readonly challenge: string
}

/** The purpose of a link; becomes the session's `amr` method. */
export type LinkMethod = 'email/signup' | 'recovery' | 'magiclink'

type Queries = Pick<Transaction, 'query'>

/** Body fields that start the PKCE flow; both are empty in the implicit flow. */
export const challengeFields = { code_challenge: text, code_challenge_method: text }

/**
 * @example
 * const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
 * readChallenge({ code_challenge, code_challenge_method: 'S256' })
 * // { ok: true, value: { method: 's256', challenge: code_challenge } }
 * readChallenge({ code_challenge, code_challenge_method: 'plain' })
 * // { ok: false, failure: { kind: 'pkce-method-unsupported' } }
 * readChallenge({ code_challenge: '', code_challenge_method: '' }) // { ok: true, value: undefined }
 */
export function readChallenge(
  body: Readonly<Record<keyof typeof challengeFields, string>>,
): Result<Challenge | undefined, AuthFailure> {
  const challenge = body.code_challenge
  const method = body.code_challenge_method.toLowerCase()
  if (challenge === '' && method === '') return succeed(undefined)
  if (challenge === '' || method === '') return fail({ kind: 'pkce-challenge-incomplete' })
  if (method !== 's256') return fail({ kind: 'pkce-method-unsupported' })
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) return fail({ kind: 'pkce-challenge-invalid' })
  return succeed({ method, challenge })
}

/**
 * Whether a verifier is the one of a stored challenge (RFC 7636, 4.6).
 * @example
 * const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
 * matchesChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', challenge) // true
 * matchesChallenge(challenge, challenge) // false
 */
export const matchesChallenge = (verifier: string, challenge: string): boolean => sha256(verifier) === challenge

/** Stores the challenge until the mailed link is opened. */
export async function startPkce(queries: Queries, userId: string, method: LinkMethod, input: Challenge, at: Date) {
  await queries.query('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [userId, method])
  await queries.query(
    `insert into auth.flow_state
       (user_id, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, 'email', $4, $5, $5)`,
    [userId, input.method, input.challenge, method, at],
  )
}

/** Issues the code of a link that was opened; undefined without a pending flow. */
export async function issueAuthCode(queries: Queries, userId: string, method: LinkMethod, at: Date) {
  const [flow] = await queries.query<{ code: string }>(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
     where user_id = $1 and authentication_method = $2 and auth_code is null
     returning auth_code as code`,
    [userId, method, randomUUID(), at],
  )
  return flow?.code
}

interface ProviderCode {
  readonly userId: string
  readonly flow: { readonly challenge: Challenge; readonly linkingSession: string | undefined }
  readonly grant: {
    readonly provider: { readonly id: string }
    readonly identity: object
    readonly accessToken: string
    readonly refreshToken: string | undefined
  }
  readonly at: Date
}

/** Issues the code of a user who returned from a provider. The provider's tokens are stored encrypted until the exchange. */
export async function issueProviderCode(
  queries: Queries,
  keys: Keys,
  { userId, flow: { challenge, linkingSession }, grant, at }: ProviderCode,
): Promise<string> {
  const id = randomUUID()
  const code = randomUUID()
  await queries.query(
    `insert into auth.flow_state
       (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, provider_access_token,
        provider_refresh_token, authentication_method, auth_code_issued_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'oauth', $9, $9, $9)`,
    [
      id,
      userId,
      code,
      challenge.method,
      challenge.challenge,
      grant.provider.id,
      seal(keys, id, grant.accessToken),
      grant.refreshToken === undefined ? null : seal(keys, id, grant.refreshToken),
      at,
    ],
  )
  if (linkingSession !== undefined) {
    await queries.query('insert into server.linking_flows (flow_id, session_id, claims) values ($1, $2, $3)', [
      id,
      linkingSession,
      JSON.stringify(grant.identity),
    ])
  }
  return code
}
