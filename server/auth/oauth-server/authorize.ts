import { randomBytes } from 'node:crypto'
import { readScopes } from '../../../domain/app-scopes.ts'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { MAX_UNOPENED_AUTHORIZATIONS } from '../constants.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { withQuery } from '../http/redirects.ts'
import { readChallenge } from '../oauth/pkce.ts'
import { findClient, type OAuthClient } from './clients.ts'
import type { OAuthFailure } from './oauth-error.ts'
import { type RequestParameters, readQuery } from './parameters.ts'
import { isRegisteredRedirect } from './redirect-uris.ts'

type Deps = Pick<AuthDependencies, 'database' | 'config' | 'clock' | 'issuer' | 'resource'>

/** The page of the web app that asks the user. */
export const consentPage = ({ config }: Pick<AuthDependencies, 'config'>): string => `${config.publicUrl}/oauth/consent`

/**
 * GET /oauth/authorize: an app asks to act for the user whom it sends here. Stores the request and leads to the page that asks
 * the user. Errors go back to the app only once its redirect is known to be its own (RFC 6749, 4.1.2.1).
 */
export const authorizeApp =
  (parts: Deps): Handler =>
  async (c) => {
    const query = readQuery(c)
    if (!query.ok) return refuseOnPage(parts, c, 'parameters')
    const read = query.value
    const client = await findClient(parts.database, read('client_id'))
    if (!client) return refuseOnPage(parts, c, 'client_id')
    const redirectUri = read('redirect_uri')
    if (!isRegisteredRedirect(client.redirectUris, redirectUri)) {
      return refuseOnPage(parts, c, 'redirect_uri')
    }
    const request = checkRequest(parts, client, read)
    if (!request.ok) {
      const { error, description } = request.failure
      return c.redirect(
        answerUrl(parts, { redirectUri, state: read('state') }, { error, error_description: description }),
        302,
      )
    }
    const id = randomBytes(32).toString('base64url')
    // Room for one more, at the cost of the oldest: a flood from many addresses fills no disk.
    await parts.database.query(
      `delete from server.oauth_authorizations where id in (
         select id from server.oauth_authorizations where user_id is null order by created_at desc offset $1
       )`,
      [MAX_UNOPENED_AUTHORIZATIONS - 1],
    )
    await parts.database.query(
      `insert into server.oauth_authorizations (id, client_id, redirect_uri, scope, state, code_challenge, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, client.id, redirectUri, request.value.scope, read('state') || null, request.value.challenge, parts.clock()],
    )
    return c.redirect(withQuery(consentPage(parts), { authorization_id: id }), 302)
  }

/**
 * The redirect that answers an app. `iss` says which server answers, so that a code of one server is not taken to another (mix-up,
 * RFC 9207).
 */
export const answerUrl = (
  { issuer }: Pick<AuthDependencies, 'issuer'>,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  answer: Readonly<Record<string, string>>,
): string => withQuery(redirectUri, { ...answer, ...(state && { state }), iss: issuer })

function checkRequest(
  { resource }: Pick<AuthDependencies, 'resource'>,
  client: OAuthClient,
  read: RequestParameters,
): Result<{ scope: string; challenge: string }, OAuthFailure> {
  if (read('response_type') !== 'code') {
    return fail({ error: 'unsupported_response_type', description: 'response_type has to be code' })
  }
  if (!client.grantTypes.includes('authorization_code')) {
    return fail({ error: 'unauthorized_client', description: 'the client has not registered this grant type' })
  }
  const challenge = readChallenge({
    code_challenge: read('code_challenge'),
    code_challenge_method: read('code_challenge_method'),
  })
  if (!challenge.ok || !challenge.value) {
    return fail({ error: 'invalid_request', description: 'code_challenge with code_challenge_method=S256 is required' })
  }
  const scopes = readScopes(read('scope'))
  if (!scopes) return fail({ error: 'invalid_scope', description: 'the server has no such scope' })
  if (!isResource(resource, read('resource'))) {
    return fail({ error: 'invalid_target', description: `resource has to be ${resource}` })
  }
  return succeed({ scope: scopes.join(' '), challenge: challenge.value.challenge })
}

/** Whether a resource indicator names this server; without one that is meant (RFC 8707, 2). */
export const isResource = (resource: string, requested: string): boolean =>
  requested === '' || requested.replace(/\/$/, '') === resource

/** Shows the user that an app is not set up right. A code, not a text: anyone can make up a link to the page. */
const refuseOnPage = (parts: Deps, c: AuthContext, refused: 'parameters' | 'client_id' | 'redirect_uri'): Response =>
  c.redirect(withQuery(consentPage(parts), { refused }), 302)
