import type { Transaction } from '../../database/database.ts'

type Queries = Pick<Transaction, 'query'>

/**
 * A mailed link or code was redeemed: confirms the address. The first proof of an address removes what was added to the account before, since anyone
 * may have created it: sessions, factors, recovery codes, identities, calendar feeds, and the password unless the mail
 * confirms the sign-up that set it (docs/decisions/0048).
 * @returns ended sessions
 */
export async function proveEmail(
  queries: Queries,
  { userId, confirmsSignUp, at }: { userId: string; confirmsSignUp: boolean; at: Date },
): Promise<readonly string[]> {
  await confirmEmail(queries, userId, at)
  const [row] = await queries.query<{ ended: string[] }>('select to_jsonb(server.prove_email($1, $2, $3)) as ended', [
    userId,
    confirmsSignUp,
    at,
  ])
  return row?.ended ?? []
}

async function confirmEmail(queries: Queries, userId: string, at: Date): Promise<void> {
  const verified = `|| '{"email_verified": true}'`
  await queries.query(
    `update auth.users
     set email_confirmed_at = $2, updated_at = $2, raw_user_meta_data = raw_user_meta_data ${verified}
     where id = $1 and email_confirmed_at is null`,
    [userId, at],
  )
  await queries.query(
    `update auth.identities set identity_data = identity_data ${verified}, updated_at = $2
     where user_id = $1 and provider = 'email' and identity_data ->> 'email_verified' = 'false'`,
    [userId, at],
  )
}

/** Records that the account's user owns its address, without removing anything: the same session has shown both. */
export async function recordEmailProof(queries: Queries, userId: string, at: Date): Promise<void> {
  await queries.query('select server.record_email_proof($1, $2)', [userId, at])
}

export async function isProvenEmail(queries: Queries, email: string): Promise<boolean> {
  const proven = await queries.query(
    'select from auth.users u join server.proven_emails p on p.user_id = u.id and p.email = u.email where u.email = $1',
    [email],
  )
  return proven.length > 0
}
