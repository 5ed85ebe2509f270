import { fail, type Result, succeed } from '../../../domain/result.ts'
import { findById } from '../accounts/users.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import { checkedRedirect, redirectWithFailure, requestedRedirect } from '../http/redirects.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { saveFlow, newFlowSecrets } from './flows.ts'
import { readChallenge } from './pkce.ts'

type FlowDeps = Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'clock' | 'providers'>

/** GET /authorize?provider=&redirect_to=&scopes=&code_challenge=&code_challenge_method=: redirects to a provider. */
export const authorize =
  (parts: FlowDeps): Handler =>
  async (c) => {
    const url = await beginFlow(parts, c, undefined)
    if (url.ok) return c.redirect(url.value, 302)
    const isPassing = url.failure.kind === 'provider-unreachable' || url.failure.kind === 'provider-answer-invalid'
    return isPassing ? redirectWithFailure(c, redirectOf(parts, c), url.failure) : refuseFailure(c, url.failure)
  }

/** GET /user/identities/authorize: the same for a signed-in user who links an identity. */
export const linkIdentity =
  (parts: FlowDeps): Handler =>
  async (c) => {
    const { aal, caller } = c.var.signedIn
    if (parts.providers.offered.length === 0) return refuse(c, 'linking-disabled')
    const stored = await findById(parts.database, caller.userId)
    if (!stored) return refuse(c, 'user-from-sub-missing')
    const hasFactor = stored.account.factors.some(({ status }) => status === 'verified')
    if (hasFactor && aal !== 'aal2') return refuse(c, 'aal2-to-link')
    const url = await beginFlow(parts, c, caller.sessionId)
    if (!url.ok) return refuseFailure(c, url.failure)
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url: url.value }) : c.redirect(url.value, 302)
  }

const redirectOf = ({ config }: Pick<AuthDependencies, 'config'>, c: AuthContext): string =>
  checkedRedirect(config.publicUrl, requestedRedirect(c))

async function beginFlow(
  parts: FlowDeps,
  c: AuthContext,
  linkingSession: string | undefined,
): Promise<Result<string, AuthFailure>> {
  const query = c.req.query()
  const provider = parts.providers.find(query['provider'] ?? '')
  if (!provider) return fail({ kind: 'provider-unsupported', detail: 'provider is not enabled' })
  const { code_challenge = '', code_challenge_method = '', scopes = '' } = query
  const challenge = readChallenge({ code_challenge, code_challenge_method })
  if (!challenge.ok) return challenge
  // Only the requesting browser has the verifier, so another user's redirect neither signs in nor links an identity.
  if (!challenge.value) return fail({ kind: 'pkce-challenge-incomplete' })
  const secrets = newFlowSecrets(parts.keys)
  const url = await provider.authorizationUrl(secrets, scopes.split(/[\s,]+/).filter(Boolean), extraParameters(query))
  if (!url.ok) return url
  const redirectTo = redirectOf(parts, c)
  await saveFlow(parts, secrets.state, {
    provider: provider.id,
    redirectTo,
    challenge: challenge.value,
    linkingSession,
  })
  return succeed(url.value)
}

/** Parameters that clients must not set (RFC 6749, RFC 7636, RFC 9101, OpenID Connect Core). */
const reservedParameters = new Set([
  'provider', 'redirect_to', 'scopes', 'skip_http_redirect', 'apikey', 'invite_token',
  'client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce', 'code',
  'code_challenge', 'code_challenge_method', 'code_verifier', 'request', 'request_uri', 'registration', 'claims',
]) // prettier-ignore

/** Parameters passed on to the provider, such as `prompt` and `access_type`. */
const extraParameters = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !reservedParameters.has(name.toLowerCase())))
