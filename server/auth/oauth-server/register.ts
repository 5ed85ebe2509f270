import { audit } from '../audit.ts'
import { UNUSED_OAUTH_CLIENTS } from '../constants.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { Handler } from '../http/context.ts'
import { refuse } from '../http/errors.ts'
import { clientShape, readMetadata, registerClient } from './clients.ts'
import { readJson } from './json.ts'
import { refuseOAuth } from './oauth-error.ts'

/** POST /oauth/clients/register: dynamic client registration (RFC 7591). Anyone may, so the page that asks people says so. */
export const registerDynamically =
  ({ database, clock, config }: Pick<AuthDependencies, 'database' | 'clock' | 'config'>): Handler =>
  async (c) => {
    if (!config.appsRegister) return refuse(c, 'oauth-registration-closed')
    const fields = readMetadata(await readJson(c))
    if (!fields.ok) return refuseOAuth(c, fields.failure)
    const [unused] = await database.query<{ count: number }>(
      `select count(*)::integer as count from auth.oauth_clients
       where registration_type = 'dynamic' and updated_at = created_at`,
    )
    // Until the sweep deletes them: a flood from many addresses fills no disk.
    if ((unused?.count ?? 0) >= UNUSED_OAUTH_CLIENTS.most) return refuse(c, 'overloaded', { retryAfterSeconds: 600 })
    const at = clock()
    const { client, secret } = await registerClient(database, fields.value, { registration: 'dynamic', at })
    await audit(database, { at, action: 'oauth-client-registered', subject: client.id })
    return c.json(clientShape(client, secret), 201)
  }
