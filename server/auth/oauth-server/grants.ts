import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { Handler } from '../http/context.ts'
import { refuse } from '../http/errors.ts'
import { OF_LOCKED_USER } from '../sessions/sessions.ts'
import { clientSummary, type OAuthClient } from './clients.ts'

type Deps = Pick<AuthDependencies, 'database' | 'clock' | 'sessions'>

/** GET /user/oauth/grants: the user's connected apps, which are those with a session. */
export const listGrants =
  ({ database }: Pick<Deps, 'database'>): Handler =>
  async (c) => {
    const grants = await database.query<{
      client: Pick<OAuthClient, 'id' | 'name' | 'uri' | 'logoUri' | 'registration'>
      scopes: string[]
      grantedAt: string
      usedAt: string
    }>(
      `select jsonb_build_object(
           'id', c.id, 'name', c.client_name, 'uri', c.client_uri, 'logoUri', c.logo_uri,
           'registration', c.registration_type
         ) as client,
         array(
           select distinct scope
           from auth.sessions t, unnest(string_to_array(t.scopes, ' ')) as scope
           where t.user_id = $1 and t.oauth_client_id = c.id order by scope
         ) as scopes,
         min(s.created_at) as "grantedAt",
         max(coalesce(s.refreshed_at at time zone 'utc', s.created_at)) as "usedAt"
       from auth.sessions s join auth.oauth_clients c on c.id = s.oauth_client_id
       where s.user_id = $1 group by c.id order by "grantedAt" desc`,
      [c.var.signedIn.caller.userId],
    )
    return c.json(
      grants.map(({ client, scopes, grantedAt, usedAt }) => ({
        client: clientSummary(client),
        scopes,
        granted_at: grantedAt,
        last_used_at: usedAt,
      })),
    )
  }

/** DELETE /user/oauth/grants?client_id=: disconnects an app; its tokens end at once. */
export const revokeGrant =
  ({ database, clock, sessions }: Deps): Handler =>
  async (c) => {
    const { userId } = c.var.signedIn.caller
    const clientId = c.req.query('client_id') ?? ''
    // Codes that are not exchanged yet as well, in one statement: an exchange waits for the user's row.
    const ended = await database.query<{ id: string }>(
      `with ended as (
         delete from auth.sessions where ${OF_LOCKED_USER} and oauth_client_id::text = $2 returning id
       ), dropped as (
         delete from server.oauth_authorizations
         where user_id = (select id from auth.users where id = $1 for update) and client_id::text = $2 returning id
       )
       select id::text from ended union all select id from dropped`,
      [userId, clientId],
      { locks: userId },
    )
    if (ended.length === 0) return refuse(c, 'oauth-grant-not-found')
    sessions.forget(ended.map(({ id }) => id))
    await audit(database, {
      at: clock(),
      actor: userId,
      action: 'oauth-app-disconnected',
      subject: clientId,
      details: { by: 'user' },
    })
    return c.body(null, 204)
  }
