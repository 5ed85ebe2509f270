import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { networkOf } from '../../http/network.ts'
import { revokeAccessBeforeRecovery } from '../accounts/users.ts'
import { PKCE_CODE_SECONDS } from '../constants.ts'
import { proveEmail } from '../email/email-proof.ts'
import { readBody, text } from '../http/body.ts'
import { type AuthContext, deviceOf, type Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import { unseal } from '../mfa/sealed-secrets.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { OpenedSession } from '../sessions/access-tokens.ts'
import type { Keys } from '../sessions/keys.ts'
import { openSession, readSession, sessionShape } from '../sessions/sessions.ts'
import { link } from './identities.ts'
import { type LinkMethod, matchesChallenge } from './pkce.ts'

const exchangeBody = z.object({ auth_code: text, code_verifier: text })

/** POST /token?grant_type=pkce: exchanges a code, with the verifier that only the requesting browser has, for a session. */
export const exchangeCode =
  (
    parts: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'limits' | 'sessions' | 'providers' | 'issuer'>,
  ): Handler =>
  async (c) => {
    const { database, clock, keys, issuer, limits, sessions } = parts
    const body = await readBody(c, exchangeBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { auth_code, code_verifier } = body.value
    if (auth_code === '' || code_verifier === '') return refuse(c, 'pkce-params-missing')
    // A sign-in like one with a password. A refused code stays valid.
    const wait = await limits.admit({ limit: 'token', of: networkOf(c.var.clientAddress) })
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })
    const at = clock()
    const exchanged = await database.transaction(async (transaction): Promise<Result<Exchanged, AuthFailure>> => {
      const flow = await consumeAuthCode(transaction, auth_code, at)
      if (!flow) return fail({ kind: 'flow-state-missing' })
      if (at.getTime() >= new Date(flow.issuedAt).getTime() + PKCE_CODE_SECONDS * 1000) {
        return fail({ kind: 'flow-state-expired' })
      }
      if (!matchesChallenge(code_verifier, flow.challenge)) return fail({ kind: 'code-verifier-wrong' })
      if (flow.isBanned) return fail({ kind: 'user-banned' })
      if (!isLinking(flow)) return succeed({ flow, ...(await signedInSession(transaction, c, flow, at)) })
      const session = await linkedSession(parts, transaction, flow, at)
      return session.ok ? succeed({ flow, session: session.value, ended: [] }) : session
    })
    if (!exchanged.ok) return refuseFailure(c, exchanged.failure)
    const { flow, session, ended } = exchanged.value
    sessions.forget(ended)
    return c.json({ ...(await sessionShape(keys, issuer, session, at)), ...providerTokens(keys, flow) })
  }

interface Exchanged {
  readonly flow: RedeemedFlow
  readonly session: OpenedSession
  /** Revoked sessions. */
  readonly ended: readonly string[]
}

interface RedeemedFlow {
  readonly id: string
  readonly userId: string
  readonly signedInBy: string
  readonly issuedAt: string
  readonly challenge: string
  readonly provider: string
  readonly accessToken: string | null
  readonly refreshToken: string | null
  /** The session that links an identity, which continues; null for a sign-in. */
  readonly linkingSession: string | null
  /** The provider's claims. */
  readonly claims: object | null
  readonly isBanned: boolean
}

interface LinkingFlow extends RedeemedFlow {
  readonly linkingSession: string
  readonly claims: object
}

const isLinking = (flow: RedeemedFlow): flow is LinkingFlow => flow.linkingSession !== null

/**
 * Consumes a code, even if the exchange fails. The account is locked first: what revokes its codes and sessions comes either
 * before, or after the session that the code opens. A provider that was unlinked meanwhile signs in no more. An identity to
 * link is locked before the account, in the order of a callback of the same identity: otherwise each waits for the other.
 */
async function consumeAuthCode(transaction: Transaction, code: string, at: Date): Promise<RedeemedFlow | undefined> {
  await transaction.query(
    `select server.lock_identity(f.provider_type, l.claims ->> 'sub')
     from auth.flow_state f join server.linking_flows l on l.flow_id = f.id where f.auth_code = $1`,
    [code],
  )
  await transaction.query(
    `select from auth.users where id = (select user_id from auth.flow_state where auth_code = $1) for update`,
    [code],
  )
  const [flow] = await transaction.query<RedeemedFlow>(
    `with flow as (delete from auth.flow_state where auth_code = $1 returning *)
     select flow.id, user_id as "userId", authentication_method as "signedInBy", auth_code_issued_at as "issuedAt",
       code_challenge as challenge, provider_type as provider,
       provider_access_token as "accessToken", provider_refresh_token as "refreshToken", session_id as "linkingSession",
       claims, coalesce(u.banned_until > $2, false) as "isBanned"
     from flow join auth.users u on u.id = flow.user_id left join server.linking_flows l on l.flow_id = flow.id
     where authentication_method <> 'oauth' or session_id is not null
       or exists (select from auth.identities i where i.user_id = u.id and i.provider = provider_type)`,
    [code, at],
  )
  return flow
}

/** Opens a session. What a mailed link proves and revokes, it does only now: a mail scanner may have opened it. */
async function signedInSession(
  transaction: Transaction,
  c: AuthContext,
  { userId, signedInBy, provider }: RedeemedFlow,
  at: Date,
): Promise<Omit<Exchanged, 'flow'>> {
  const method = signedInBy as LinkMethod | 'oauth'
  const confirmsSignUp = method === 'email/signup'
  const ended = method === 'oauth' ? [] : await proveEmail(transaction, { userId, confirmsSignUp, at })
  if (method === 'recovery') await revokeAccessBeforeRecovery(transaction, userId)
  const opening = { userId, method, ...(method === 'oauth' && { provider }), device: deviceOf(c), at }
  return { session: await openSession(transaction, opening), ended }
}

/** Links the identity, after the verifier was checked. @returns the session */
async function linkedSession(
  { providers }: Pick<AuthDependencies, 'providers'>,
  transaction: Transaction,
  { provider, linkingSession, claims }: LinkingFlow,
  at: Date,
): Promise<Result<OpenedSession, AuthFailure>> {
  const offered = providers.find(provider)
  if (!offered) return fail({ kind: 'provider-unsupported', detail: 'provider is not enabled' })
  const linked = await link(transaction, linkingSession, offered, claims, at)
  if (!linked.ok) return linked
  const session = await readSession(transaction, linkingSession)
  return session ? succeed(session) : fail({ kind: 'session-from-token-missing' })
}

/** The provider's tokens, which are in this response only. */
const providerTokens = (keys: Keys, { id, accessToken, refreshToken }: RedeemedFlow) => ({
  ...(accessToken !== null && { provider_token: unseal(keys, id, accessToken) }),
  ...(refreshToken !== null && { provider_refresh_token: unseal(keys, id, refreshToken) }),
})
