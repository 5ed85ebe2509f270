import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { readScopes } from '../../../domain/app-scopes.ts'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { findById } from '../accounts/users.ts'
import { OAUTH_REQUEST_SECONDS } from '../constants.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { readBody, text } from '../http/body.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import { isRecentlyProven } from '../sessions/reauthenticate.ts'
import { sha256 } from '../sha256.ts'
import { answerUrl } from './authorize.ts'
import { clientSummary, findClient } from './clients.ts'

type Deps = Pick<AuthDependencies, 'database' | 'clock' | 'issuer'>

interface Authorization {
  readonly id: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
  readonly state: string | null
}

/** GET /oauth/authorizations/{id}: who asks for what. The first user who opens it is the only one who may answer. */
export const readAuthorization =
  (parts: Deps): Handler =>
  async (c) => {
    const authorization = await openAuthorization(parts, c)
    if (!authorization.ok) return refuseFailure(c, authorization.failure)
    const { clientId, redirectUri, scope, id } = authorization.value
    const [client, stored] = await Promise.all([
      findClient(parts.database, clientId),
      findById(parts.database, c.var.signedIn.caller.userId),
    ])
    if (!client || !stored) return refuse(c, 'oauth-authorization-not-found')
    const user = { id: stored.account.id, email: stored.account.email ?? '' }
    return c.json({ authorization_id: id, redirect_uri: redirectUri, client: clientSummary(client), user, scope })
  }

const consentBody = z.object({ action: z.enum(['approve', 'deny']), scope: text })

/**
 * POST /oauth/authorizations/{id}/consent `{action, scope?}`: the user's answer, `scope` to allow less than was asked. Takes a recent
 * proof: a token alone may be stolen, and the app's session outlives it. @returns the redirect that brings the app its code
 */
export const answerAuthorization =
  (parts: Deps): Handler =>
  async (c) => {
    const body = await readBody(c, consentBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const found = await openAuthorization(parts, c)
    if (!found.ok) return refuseFailure(c, found.failure)
    const authorization = found.value
    const redirect = (answer: Record<string, string>) =>
      c.json({ redirect_url: answerUrl(parts, authorization, answer) })
    if (body.value.action === 'deny') {
      await parts.database.query('delete from server.oauth_authorizations where id = $1', [authorization.id])
      return redirect({ error: 'access_denied', error_description: 'The user has declined' })
    }
    const allowed = readScopes(body.value.scope || authorization.scope)
    const asked = authorization.scope.split(' ')
    if (!allowed?.every((scope) => asked.includes(scope))) {
      return refuse(c, 'oauth-request-invalid', { detail: 'scope has more than the app asked for' })
    }
    const { userId, sessionId } = c.var.signedIn.caller
    if (await isFactorDue(parts, c)) return refuse(c, 'aal2-to-connect')
    if (!(await isRecentlyProven(parts, c))) {
      return refuse(c, 'reauthentication-needed', { detail: 'Connecting an app' })
    }
    const code = randomBytes(32).toString('base64url')
    const [row] = await parts.database.query<{ approved: boolean }>(
      'select server.approve_oauth_authorization($1, $2, $3, $4, $5, $6) as approved',
      [authorization.id, userId, sessionId, allowed.join(' '), sha256(code), parts.clock()],
    )
    return row?.approved ? redirect({ code }) : refuse(c, 'oauth-authorization-not-found')
  }

/** Whether the account has a second factor that this session has not passed. */
async function isFactorDue({ database }: Pick<Deps, 'database'>, c: AuthContext): Promise<boolean> {
  const { aal, caller } = c.var.signedIn
  if (aal === 'aal2') return false
  const [row] = await database.query<{ has: boolean }>('select server.has_verified_factor($1) as has', [caller.userId])
  return row?.has ?? false
}

/** The authorization in the path, if the caller may still answer it. */
async function openAuthorization(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  c: AuthContext,
): Promise<Result<Authorization, AuthFailure>> {
  const [authorization] = await database.query<Authorization>(
    `update server.oauth_authorizations set user_id = $2
     where id = $1 and (user_id is null or user_id = $2) and code_hash is null
       and created_at > $3::timestamptz - make_interval(secs => $4)
     returning id, client_id as "clientId", redirect_uri as "redirectUri", scope, state`,
    [c.req.param('id') ?? '', c.var.signedIn.caller.userId, clock(), OAUTH_REQUEST_SECONDS],
  )
  return authorization ? succeed(authorization) : fail({ kind: 'oauth-authorization-not-found' })
}
