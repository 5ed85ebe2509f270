import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { UpswingServer } from '../server.ts'
import { EmailUnproven, grantAdmin } from './admins.ts'
import { operatorClientOf } from './operator.ts'

/** The default address of the first admin. */
const LOCAL_ADMIN = 'admin@localhost.localdomain'

export interface FirstAdmin {
  readonly email: string
  /** Only when it was generated just now. */
  readonly password?: string
}

/**
 * Creates the first admin when there is none: the one of ADMIN_EMAIL and ADMIN_PASSWORD, or a local one with a generated
 * password, which is shown once. When the address belongs to an account that has not proven it, no one gets the role and
 * the reason is printed: a stranger who signed up with it must not keep the server from starting.
 */
export async function ensureFirstAdmin(
  server: UpswingServer,
  config: Config,
  { unproven = false } = {},
): Promise<FirstAdmin | undefined> {
  const client = operatorClientOf(server, config)
  const { count, error, status } = await client.from('user_roles').select('*', { count: 'exact', head: true })
  // The response to HEAD has no body that could say more.
  if (error) throw new Error(`looking for an admin failed: ${error.message || `HTTP ${status}`}`)
  if (count !== 0) return undefined

  const email = config.ADMIN_EMAIL ?? LOCAL_ADMIN
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const created = await client.auth.admin.createUser({ email, password, email_confirm: true })
  // The address has an account already, or another server was faster.
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
