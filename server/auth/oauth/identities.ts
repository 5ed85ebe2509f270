import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { findById } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { Handler } from '../http/context.ts'
import { type AuthFailure, type AuthFailureKind, refuse } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'

/** The result of the functions in server/auth/oauth/identities.sql, which have the rules. */
interface ProviderResult {
  readonly outcome:
    | 'known'
    | 'created'
    | 'linked'
    | Extract<
        AuthFailureKind,
        | 'user-banned'
        | 'sign-up-disabled'
        | 'provider-email-unverified'
        | 'account-to-link-first'
        | 'session-from-token-missing'
        | 'aal2-to-link'
        | 'identity-linked-already'
        | 'identity-of-another'
      >
  readonly user?: string
  readonly ended?: readonly string[]
}

interface ProviderSignIn {
  readonly userId: string
  /** Revoked sessions. */
  readonly ended: readonly string[]
}

interface ProviderUser {
  readonly provider: { readonly id: string; readonly name: string }
  /** The provider's claims. */
  readonly identity: object
  /** The user metadata of a new account. */
  readonly data: object
  readonly confirmsEmail: boolean
  /** Whether an unknown address gets an account. */
  readonly creates: boolean
}

/** Finds or creates the account of a user whom a provider has authenticated. */
export async function signInWithProvider(
  transaction: Transaction,
  { provider, identity, data, confirmsEmail, creates }: ProviderUser,
  at: Date,
): Promise<Result<ProviderSignIn, AuthFailure>> {
  const [row] = await transaction.query<{ result: ProviderResult }>(
    'select server.sign_in_with_provider($1, $2, $3, $4, $5, $6) as result',
    [provider.id, JSON.stringify(identity), JSON.stringify(data), confirmsEmail, at, creates],
  )
  return signInResult(transaction, row?.result, provider, at)
}

/** Links a provider's account to the user of the session. */
export async function link(
  transaction: Transaction,
  session: string,
  provider: ProviderUser['provider'],
  claims: object,
  at: Date,
): Promise<Result<ProviderSignIn, AuthFailure>> {
  const [row] = await transaction.query<{ result: ProviderResult }>(
    'select server.link_identity($1, $2, $3, $4) as result',
    [session, provider.id, JSON.stringify(claims), at],
  )
  return signInResult(transaction, row?.result, provider, at)
}

async function signInResult(
  transaction: Transaction,
  result: ProviderResult | undefined,
  provider: ProviderUser['provider'],
  at: Date,
): Promise<Result<ProviderSignIn, AuthFailure>> {
  if (!result) throw new Error('the database answered nothing')
  const { outcome, user, ended = [] } = result
  if (outcome === 'known' || outcome === 'created' || outcome === 'linked') {
    if (user === undefined) throw new Error(`the database answered ${outcome} without a user`)
    return succeed({ userId: user, ended })
  }
  const details = { provider: provider.id, reason: outcome }
  await audit(transaction, { at, action: 'sign-in-failed', subject: user, details })
  return fail({ kind: outcome, detail: provider.name })
}

type Unlinking =
  | { readonly outcome: 'unlinked'; readonly ended: readonly string[] }
  | { readonly outcome: Extract<AuthFailureKind, 'last-identity' | 'identity-not-found' | 'email-conflict'> }

/** DELETE /user/identities/{id}: unlinks an identity, but never the last one. */
export const unlinkIdentity =
  (parts: Pick<AuthDependencies, 'database' | 'clock' | 'sessions' | 'providers'>): Handler =>
  async (c) => {
    const { database, clock, providers, sessions } = parts
    const { aal, caller } = c.var.signedIn
    if (providers.offered.length === 0) return refuse(c, 'linking-disabled')
    const id = z.guid().safeParse(c.req.param('id'))
    if (!id.success) return refuse(c, 'identity-id-malformed')
    const account = (await findById(database, caller.userId))?.account
    if (!account) return refuse(c, 'user-from-sub-missing')
    const hasFactor = account.factors.some(({ status }) => status === 'verified')
    if (hasFactor && aal !== 'aal2') return refuse(c, 'aal2-to-link')
    const offered = providers.offered.map((provider) => provider.id)
    const [row] = await database.query<{ unlinking: Unlinking }>(
      'select server.unlink_identity($1, $2, $3, $4, $5) as unlinking',
      [account.id, id.data, caller.sessionId, offered, clock()],
    )
    if (!row) throw new Error('server.unlink_identity answered nothing')
    if (row.unlinking.outcome !== 'unlinked') return refuse(c, row.unlinking.outcome)
    sessions.forget(row.unlinking.ended)
    return c.json({})
  }
