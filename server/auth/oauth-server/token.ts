import { fail, type Result, succeed } from '../../../domain/result.ts'
import { ACCESS_TOKEN_SECONDS, OAUTH_CODE_SECONDS } from '../constants.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { type AuthContext, deviceOf, type Handler } from '../http/context.ts'
import { refuse } from '../http/errors.ts'
import { type OpenedSession, signAppToken } from '../sessions/access-tokens.ts'
import { readRefreshToken, writeRefreshToken } from '../sessions/refresh-tokens.ts'
import { refreshSession } from '../sessions/sessions.ts'
import { sha256 } from '../sha256.ts'
import { isResource } from './authorize.ts'
import { findClient, isSecretOf, type OAuthClient } from './clients.ts'
import { type OAuthFailure, refuseOAuth } from './oauth-error.ts'
import { type RequestParameters, readForm } from './parameters.ts'

type Deps = Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'refreshLimit' | 'sessions' | 'issuer' | 'resource'>

/** POST /oauth/token: the code of an authorization, or a refresh token, for tokens (RFC 6749, 4.1.3 and 6). */
export const appToken =
  (parts: Deps): Handler =>
  async (c) => {
    const form = await readForm(c)
    if (!form.ok) return refuseOAuth(c, form.failure)
    const client = await authenticateClient(parts, c, form.value)
    if (!client.ok) return refuseOAuth(c, client.failure)
    const grant = grants.get(form.value('grant_type'))
    if (!grant || !client.value.grantTypes.includes(form.value('grant_type'))) {
      return refuseOAuth(c, { error: 'unsupported_grant_type', description: 'authorization_code or refresh_token' })
    }
    if (!isResource(parts.resource, form.value('resource'))) {
      return refuseOAuth(c, { error: 'invalid_target', description: `resource has to be ${parts.resource}` })
    }
    return grant(parts, c, client.value, form.value)
  }

type Grant = (parts: Deps, c: AuthContext, client: OAuthClient, form: RequestParameters) => Promise<Response>

const exchangeCode: Grant = async (parts, c, client, form) => {
  const { database, clock, sessions } = parts
  const device = deviceOf(c)
  const at = clock()
  const [row] = await database.query<{ exchanged: Exchanged }>(
    'select server.exchange_oauth_code($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8) as exchanged',
    [
      sha256(form('code')),
      client.id,
      form('redirect_uri') || null,
      sha256(form('code_verifier')),
      at,
      OAUTH_CODE_SECONDS,
      device.ip,
      device.agent,
    ],
  )
  if (row?.exchanged.outcome === 'opened') return answer(parts, c, row.exchanged.session, at)
  if (row?.exchanged.outcome === 'reused') sessions.forget([row.exchanged.ended])
  return refuseOAuth(c, {
    error: 'invalid_grant',
    description: 'the code is used, too old, or of another client, redirect_uri or code_verifier',
  })
}

type Exchanged =
  | { readonly outcome: 'opened'; readonly session: OpenedSession }
  | { readonly outcome: 'reused'; readonly ended: string }
  | { readonly outcome: 'refused' }

const refreshTokens: Grant = async (parts, c, client, form) => {
  const { database, keys, clock, sessions, refreshLimit } = parts
  const refused = { error: 'invalid_grant', description: 'the refresh token is not valid' } as const
  const presented = readRefreshToken(keys, form('refresh_token'))
  if (presented === 'malformed' || presented === 'forged') return refuseOAuth(c, refused)
  const wait = refreshLimit(presented.sessionId)
  if (wait > 0) return refuse(c, 'overloaded', { retryAfterSeconds: wait })
  const at = clock()
  const result = await refreshSession(database, presented, { at, device: deviceOf(c), client: client.id })
  if (result.outcome === 'refreshed') return answer(parts, c, result.session, at)
  sessions.forget([presented.sessionId])
  return refuseOAuth(c, refused)
}

const grants: ReadonlyMap<string, Grant> = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', refreshTokens],
])

async function answer(parts: Deps, c: AuthContext, session: OpenedSession, at: Date): Promise<Response> {
  const { keys, issuer, resource } = parts
  const { app } = session
  if (!app) throw new Error('the session of an app has no app')
  c.set('userId', session.account.id)
  const issuedAt = Math.floor(at.getTime() / 1000)
  return c.json({
    access_token: await signAppToken(keys, issuer, session, { app, resource, issuedAt }),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: writeRefreshToken(keys, { sessionId: session.id, counter: session.counter }),
    scope: app.scope,
  })
}

/**
 * Authenticates the client of a request by the method that it has registered (RFC 6749, 2.3): HTTP Basic, a secret in the form, or
 * none.
 */
export async function authenticateClient(
  { database }: Pick<AuthDependencies, 'database'>,
  c: AuthContext,
  form: RequestParameters,
): Promise<Result<OAuthClient, OAuthFailure>> {
  const basic = readBasic(c.req.header('authorization'))
  const id = basic?.id ?? form('client_id')
  const secret = basic?.secret ?? form('client_secret')
  const method = basic ? 'client_secret_basic' : secret === '' ? 'none' : 'client_secret_post'
  const client = await findClient(database, id)
  const isKnown = client?.authMethod === method && (method === 'none' || isSecretOf(client, secret))
  return client && isKnown
    ? succeed(client)
    : fail({ error: 'invalid_client', description: 'the client is unknown, or has not authenticated as it registered' })
}

/** HTTP Basic, whose parts are encoded like a form's (RFC 6749, 2.3.1). */
function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic\s+([\w+/=-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  const decode = (text: string) => new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? ''
  return { id: decode(id), secret: decode(secret) }
}
