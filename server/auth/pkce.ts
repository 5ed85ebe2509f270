import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Transaction } from '../database/database.ts'
import { readBody, text } from './body.ts'
import { PKCE_CODE_SECONDS } from './constants.ts'
import { deviceOf } from './device.ts'
import { refuse, refuseFailure, type AuthFailure } from './errors.ts'
import type { AuthParts, Handler } from './parts.ts'
import { openSession, sessionShape } from './sessions.ts'

/** RFC 7636, with the client's spelling of the method. */
export interface Challenge {
  readonly method: 's256' | 'plain'
  readonly challenge: string
}

/** Why a link was asked for; becomes the session's `amr` method. */
export type LinkMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change'

type Queries = Pick<Transaction, 'query'>

/** Body fields by which a client asks for the PKCE flow; both empty in the implicit flow. */
export const challengeFields = { code_challenge: text, code_challenge_method: text }

export function readChallenge(
  body: Readonly<Record<keyof typeof challengeFields, string>>,
): Result<Challenge | undefined, AuthFailure> {
  const challenge = body.code_challenge
  const method = body.code_challenge_method.toLowerCase()
  if (challenge === '' && method === '') return succeed(undefined)
  if (challenge === '' || method === '') return fail({ kind: 'pkce-challenge-incomplete' })
  if ((method !== 's256' && method !== 'plain') || !/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    return fail({ kind: 'pkce-challenge-invalid' })
  }
  return succeed({ method, challenge })
}

/** Remembers the challenge until the mailed link is opened. */
export async function startPkce(queries: Queries, userId: string, method: LinkMethod, wish: Challenge, at: Date) {
  await queries.query('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [userId, method])
  await queries.query(
    `insert into auth.flow_state
       (user_id, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, 'email', $4, $5, $5)`,
    [userId, wish.method, wish.challenge, method, at],
  )
}

/** The code for a link that was just opened, or undefined when nobody waits for one. */
export async function issueAuthCode(queries: Queries, userId: string, method: LinkMethod, at: Date) {
  const [flow] = await queries.query<{ code: string }>(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
     where user_id = $1 and authentication_method = $2 and auth_code is null
     returning auth_code as code`,
    [userId, method, randomUUID(), at],
  )
  return flow?.code
}

const exchangeBody = z.object({ auth_code: text, code_verifier: text })

/** POST /token?grant_type=pkce: a link's code, and the verifier that only the asking browser has, for a session. */
export const exchangeCode =
  ({ database, clock, keys, issuer }: AuthParts): Handler =>
  async (c) => {
    const body = await readBody(c, exchangeBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { auth_code, code_verifier } = body.value
    if (auth_code === '' || code_verifier === '') return refuse(c, 'pkce-params-missing')
    // The code works once, whatever comes of it.
    const [flow] = await database.query<Challenge & { userId: string; signedInBy: string; issuedAt: string }>(
      `delete from auth.flow_state where auth_code = $1
       returning user_id as "userId", authentication_method as "signedInBy", auth_code_issued_at as "issuedAt",
         code_challenge_method as method, code_challenge as challenge`,
      [auth_code],
    )
    if (!flow) return refuse(c, 'flow-state-missing')
    const at = clock()
    if (at.getTime() >= new Date(flow.issuedAt).getTime() + PKCE_CODE_SECONDS * 1000) {
      return refuse(c, 'flow-state-expired')
    }
    if (!answers(code_verifier, flow)) return refuse(c, 'code-verifier-wrong')
    const opening = { userId: flow.userId, method: flow.signedInBy, device: deviceOf(c), at }
    return c.json(await sessionShape(keys, issuer, await openSession(database, opening), at))
  }

const answers = (verifier: string, { method, challenge }: Challenge): boolean =>
  (method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')) === challenge
