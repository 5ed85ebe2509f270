import { networksOf } from '../../http/network.ts'
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
  ({ database, clock, config, limits }: Pick<AuthDependencies, 'database' | 'clock' | 'config' | 'limits'>): Handler =>
  async (c) => {
    if (!config.appsRegister) return refuse(c, 'oauth-registration-closed')
    const { site } = networksOf(c.var.clientAddress)
    const wait = await limits.admit({ limit: 'oauth-registration-of-site', of: site })
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })
    const fields = readMetadata(await readJson(c))
    if (!fields.ok) return refuseOAuth(c, fields.failure)
    // Room for one more of those that were never connected, at the cost of the oldest whose request no one has opened: a flood from
    // many addresses fills no disk.
    await database.query(
      `delete from auth.oauth_clients where id in (
         select id from auth.oauth_clients c where registration_type = 'dynamic' and updated_at = created_at
           and not exists (select from server.oauth_authorizations where client_id = c.id and user_id is not null)
         order by created_at desc offset $1
       )`,
      [UNUSED_OAUTH_CLIENTS.most - 1],
    )
    const at = clock()
    const { client, secret } = await registerClient(database, fields.value, { registration: 'dynamic', at })
    await audit(database, { at, action: 'oauth-client-registered', subject: client.id })
    return c.json(clientShape(client, secret), 201)
  }
