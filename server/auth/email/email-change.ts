import type { Transaction } from '../../database/database.ts'
import type { AccountRow } from '../accounts/user-shape.ts'
import type { AuthContext } from '../http/context.ts'
import { checkedRedirect, requestedRedirect } from '../http/redirects.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { issueCode, sendCode } from './mailed-codes.ts'

/**
 * Mails a link to both the new and the current address. The e-mail changes once both are confirmed, so that neither a
 * typing error nor a borrowed session can take over the account. The links lead to the page that asks, also in the PKCE flow:
 * a mail scanner must not confirm, and only the second link could return a code.
 */
export async function sendEmailChange(
  parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock'>,
  c: AuthContext,
  { account, to }: { account: AccountRow; to: string },
): Promise<void> {
  const { database, keys, clock, config } = parts
  const at = clock()
  const present = account.email ?? ''
  const [forNew, forPresent] = await database.transaction(async (transaction) => {
    await transaction.query(
      `update auth.users
       set email_change = $2, email_change_sent_at = $3, email_change_confirm_status = 0, updated_at = $3
       where id = $1`,
      [account.id, to, at],
    )
    const issue = (type: 'email_change_token_new' | 'email_change_token_current', email: string) =>
      issueCode(transaction, keys, { type, owner: { userId: account.id, email }, at })
    return [await issue('email_change_token_new', to), await issue('email_change_token_current', present)]
  })
  const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
  if (forNew) sendCode(parts, { kind: 'email_change', to, mailed: forNew, redirectTo })
  if (forPresent) sendCode(parts, { kind: 'email_change', to: present, mailed: forPresent, redirectTo })
}

/**
 * Records that one of the two addresses is confirmed.
 * @returns `half` while the other address is not
 * @throws {DatabaseError} 23505 when another account has taken the new address meanwhile
 */
export async function confirmEmailChange(transaction: Transaction, userId: string, at: Date): Promise<'half' | 'done'> {
  const [user] = await transaction.query<{ status: number }>(
    `update auth.users set email_change_confirm_status = email_change_confirm_status + 1, updated_at = $2
     where id = $1 and email_change_confirm_status < 2 returning email_change_confirm_status as status`,
    [userId, at],
  )
  if (user?.status === 1) return 'half'
  await transaction.query(
    `update auth.users
     set email = email_change, email_change = '', email_change_confirm_status = 0, email_confirmed_at = $2,
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', email_change, 'email_verified', true)
     where id = $1 and email_change <> ''`,
    [userId, at],
  )
  await transaction.query(
    `update auth.identities i
     set identity_data = identity_data || jsonb_build_object('email', u.email, 'email_verified', true), updated_at = $2
     from auth.users u where u.id = $1 and i.user_id = u.id and i.provider = 'email'`,
    [userId, at],
  )
  return 'done'
}
