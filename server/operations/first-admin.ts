import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { UpswingServer } from '../server.ts'
import { grantAdmin } from './admins.ts'
import { operatorClientOf } from './operator.ts'

/** The admin of a server for which nobody named one. */
const LOCAL_ADMIN = 'admin@localhost.localdomain'

/**
 * Creates the first admin when there is none: the one that ADMIN_EMAIL and ADMIN_PASSWORD name, else a local one whose
 * password is printed this one time.
 */
export async function ensureFirstAdmin(server: UpswingServer, config: Config): Promise<void> {
  const client = operatorClientOf(server, config)
  const { count, error } = await client.from('user_roles').select('*', { count: 'exact', head: true })
  if (error) throw new Error(`looking for an admin failed: ${error.message}`)
  if (count !== 0) return

  const email = config.ADMIN_EMAIL ?? LOCAL_ADMIN
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const created = await client.auth.admin.createUser({ email, password, email_confirm: true })
  // Somebody signed up with this address before, or another node was faster.
  if (created.error && created.error.code !== 'email_exists') {
    throw new Error(`creating the first admin failed: ${created.error.message}`)
  }
  await grantAdmin(client, email)
  if (!created.error && config.ADMIN_PASSWORD === undefined) {
    console.log(`\nThe first admin is ${email} with the password ${password} (shown only now)\n`)
  }
}
