import type { User } from '@supabase/auth-js'
import type { OperatorClient } from './operator.ts'

interface Account {
  readonly id: string
  readonly email: string
  readonly isProven: boolean
}

/** The account has not proven its address, which may belong to another person. */
export class EmailUnproven extends Error {}

/** The accounts with the admin role, by e-mail. @throws {Error} when the server or database refuses */
export async function listAdmins(client: OperatorClient): Promise<Account[]> {
  const { data, error } = await client.from('user_roles').select('user_id').eq('role', 'admin')
  if (error) throw new Error(error.message)
  const accounts = await Promise.all(data.map(({ user_id }) => client.auth.admin.getUserById(user_id)))
  return accounts
    .flatMap(({ data: { user } }) => (user ? [accountOf(user)] : []))
    .sort((a, b) => a.email.localeCompare(b.email))
}

/**
 * Grants the role to an account with a proven address: by a mailed link or code, by a provider that verified it,
 * or because an administrator created the account.
 * @param unproven grants it without the proof
 * @throws {EmailUnproven} @throws {Error} when the e-mail address has no account
 */
export async function grantAdmin(client: OperatorClient, email: string, { unproven = false } = {}): Promise<void> {
  const { id, isProven } = await findAccount(client, email)
  if (!isProven && !unproven) {
    throw new EmailUnproven(
      `${email} is not proven: the account may not belong to its owner. Ask the owner to reset the password with "Forgot password?", or add --unproven`,
    )
  }
  const { error } = await client
    .from('user_roles')
    .upsert({ user_id: id, role: 'admin' }, { onConflict: 'user_id,role', ignoreDuplicates: true })
  if (error) throw new Error(error.message)
}

/** @throws {Error} when the e-mail address has no account */
export async function revokeAdmin(client: OperatorClient, email: string): Promise<void> {
  const { id } = await findAccount(client, email)
  const { error } = await client.from('user_roles').delete().eq('user_id', id).eq('role', 'admin')
  if (error) throw new Error(error.message)
}

async function findAccount(client: OperatorClient, email: string): Promise<Account> {
  for (let page = 1; ; page++) {
    const { data, error } = await client.auth.admin.listUsers({ page, perPage: 1000 })
    if (error) throw new Error(error.message)
    const found = data.users.find((user) => user.email === email.toLowerCase())
    if (found) return accountOf(found)
    if (data.users.length === 0) throw new Error(`there is no account ${email}`)
  }
}

const accountOf = (user: User & { email_proven_at?: string }): Account => ({
  id: user.id,
  email: user.email ?? '',
  isProven: user.email_proven_at !== undefined,
})
