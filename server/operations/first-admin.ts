import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { UpswingServer } from '../server.ts'
import { EmailUnproven, grantAdmin } from './admins.ts'
import { operatorClientOf } from './operator.ts'

/** The admin of a server for which nobody named one. */
const LOCAL_ADMIN = 'admin@localhost.localdomain'

export interface FirstAdmin {
  readonly email: string
  /** Only when it was generated just now: nobody else knows it. */
  readonly password?: string
}

/**
 * Creates the first admin when there is none: the one that ADMIN_EMAIL and ADMIN_PASSWORD name, else a local one whose
 * password is generated, to be shown this one time. When the address has an account that never proved it, nobody gets the role, and the
 * reason is printed: a stranger who signed up with it must not keep the server from starting either.
 */
export async function ensureFirstAdmin(
  server: UpswingServer,
  config: Config,
  { unproven = false } = {},
): Promise<FirstAdmin | undefined> {
  const client = operatorClientOf(server, config)
  const { count, error } = await client.from('user_roles').select('*', { count: 'exact', head: true })
  if (error) throw new Error(`looking for an admin failed: ${error.message}`)
  if (count !== 0) return undefined

  const email = config.ADMIN_EMAIL ?? LOCAL_ADMIN
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const created = await client.auth.admin.createUser({ email, password, email_confirm: true })
  // Somebody signed up with this address before, or another node was faster.
  if (created.error && created.error.code !== 'email_exists') {
    throw new Error(`creating the first admin failed: ${created.error.message}`)
  }
  try {
    await grantAdmin(client, email, { unproven })
  } catch (error) {
    if (!(error instanceof EmailUnproven)) throw error
    console.error(`upswing: there is no admin yet. ${error.message}`)
    return undefined
  }
  return created.error || config.ADMIN_PASSWORD !== undefined ? { email } : { email, password }
}
