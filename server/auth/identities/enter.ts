import { fail, succeed, type Result } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { audit } from '../audit.ts'
import type { AuthFailure, AuthFailureKind } from '../errors.ts'

/** What the functions of bootstrap/06-identities.sql answer, where the rules are. */
interface Entry {
  readonly outcome:
    | 'known'
    | 'created'
    | 'linked'
    | Extract<
        AuthFailureKind,
        | 'user-banned'
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

interface Entered {
  readonly userId: string
  /** Sessions that are over. */
  readonly ended: readonly string[]
}

interface Newcomer {
  readonly provider: { readonly id: string; readonly name: string }
  /** What the provider says of somebody. */
  readonly identity: object
  /** What a new account knows of the person. */
  readonly data: object
  readonly confirmsEmail: boolean
}

/** Finds or makes the account of somebody whom a provider vouches for. */
export async function enter(
  transaction: Transaction,
  { provider, identity, data, confirmsEmail }: Newcomer,
  at: Date,
): Promise<Result<Entered, AuthFailure>> {
  const [row] = await transaction.query<{ entry: Entry }>(
    'select server.enter_with_provider($1, $2, $3, $4, $5) as entry',
    [provider.id, JSON.stringify(identity), JSON.stringify(data), confirmsEmail, at],
  )
  return settled(transaction, row?.entry, provider, at)
}

/** Adds a provider's account to the person whose session asked for it. */
export async function link(
  transaction: Transaction,
  session: string,
  provider: Newcomer['provider'],
  claims: object,
  at: Date,
): Promise<Result<Entered, AuthFailure>> {
  const [row] = await transaction.query<{ entry: Entry }>('select server.link_identity($1, $2, $3, $4) as entry', [
    session,
    provider.id,
    JSON.stringify(claims),
    at,
  ])
  return settled(transaction, row?.entry, provider, at)
}

async function settled(
  transaction: Transaction,
  entry: Entry | undefined,
  provider: Newcomer['provider'],
  at: Date,
): Promise<Result<Entered, AuthFailure>> {
  if (!entry) throw new Error('the database answered nothing')
  const { outcome, user, ended = [] } = entry
  if (outcome === 'known' || outcome === 'created' || outcome === 'linked') {
    if (user === undefined) throw new Error(`the database answered ${outcome} without a user`)
    return succeed({ userId: user, ended })
  }
  const details = { provider: provider.id, reason: outcome }
  await audit(transaction, { at, action: 'sign-in-failed', subject: user, details })
  return fail({ kind: outcome, detail: provider.name })
}
