import { audit } from '../audit.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { Handler } from '../http/context.ts'
import { verifyAccessToken } from '../sessions/access-tokens.ts'
import { readRefreshToken } from '../sessions/refresh-tokens.ts'
import { refuseOAuth } from './oauth-error.ts'
import { readForm } from './parameters.ts'
import { authenticateClient } from './token.ts'

type Deps = Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'sessions' | 'issuer'>

/** POST /oauth/revoke: ends the session of a token (RFC 7009). The answer is the same for a token that is none. */
export const revokeToken =
  (parts: Deps): Handler =>
  async (c) => {
    const { database, sessions, clock } = parts
    const form = await readForm(c)
    if (!form.ok) return refuseOAuth(c, form.failure)
    const client = await authenticateClient(parts, c, form.value)
    if (!client.ok) return refuseOAuth(c, client.failure)
    const sessionId = await sessionOf(parts, form.value('token'))
    if (sessionId === undefined) return c.body(null, 200)
    const [ended] = await database.query<{ userId: string }>(
      'delete from auth.sessions where id = $1 and oauth_client_id = $2 returning user_id as "userId"',
      [sessionId, client.value.id],
    )
    sessions.forget([sessionId])
    if (ended) {
      await audit(database, {
        at: clock(),
        actor: ended.userId,
        action: 'oauth-app-disconnected',
        subject: client.value.id,
        details: { by: 'app' },
      })
    }
    return c.body(null, 200)
  }

/** The session of a refresh or access token. */
async function sessionOf({ keys, issuer }: Deps, token: string): Promise<string | undefined> {
  const refresh = readRefreshToken(keys, token)
  if (typeof refresh === 'object') return refresh.sessionId
  const access = await verifyAccessToken(keys, issuer, token)
  return access.ok ? access.value.caller.sessionId : undefined
}
