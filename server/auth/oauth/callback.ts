import { fail, type Result, succeed } from '../../../domain/result.ts'
import { createAccountFailure } from '../accounts/users.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { type AuthFailure, refuse } from '../http/errors.ts'
import { redirectWithError, redirectWithFailure, withQuery } from '../http/redirects.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { readSession } from '../sessions/sessions.ts'
import { newUserData } from './claims.ts'
import { flowError, consumeFlow, type StoredFlow, flowSecrets } from './flows.ts'
import { signInWithProvider } from './identities.ts'
import { issueProviderCode } from './pkce.ts'
import type { Provider, ProviderGrant } from './providers.ts'

/** Characters of a provider's error message that are passed on. */
const MAX_PROVIDER_MESSAGE = 300

/** GET and POST /callback: the redirect URI for providers. It redirects to the URL stored with the state. */
export const callback =
  (
    parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'log' | 'clock' | 'sessions' | 'providers'>,
  ): Handler =>
  async (c) => {
    if (parts.providers.offered.length === 0) return refuse(c, 'callback-state-missing')
    // A link preview must not consume the state.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const answer = parametersOf(c.req.method === 'POST' ? await c.var.readText() : new URL(c.req.url).search)
    const state = answer.get('state') ?? ''
    if (state === '') return redirectWithFailure(c, parts.config.publicUrl, { kind: 'callback-state-missing' })
    const flow = await consumeFlow(parts, state)
    if (!flow) return redirectWithFailure(c, parts.config.publicUrl, { kind: 'oauth-state-unknown' })
    const invalid = flowError(parts, flow)
    if (invalid) return redirectWithFailure(c, flow.redirectTo, invalid)
    const error = answer.get('error')
    if (error !== null) return redirectWithError(c, flow.redirectTo, errorParameters(error, answer))

    const grant = await redeemAnswer(parts, flow, state, answer)
    const target = grant.ok ? await signInOrLink(parts, c, flow, grant.value) : grant
    return target.ok ? c.redirect(target.value, 302) : redirectWithFailure(c, flow.redirectTo, target.failure)
  }

/** The parameters of an authorization response (RFC 6749, 4.1.2; RFC 9207). */
const parameterNames: ReadonlySet<string> = new Set(['state', 'code', 'iss', 'error', 'error_description'])

function parametersOf(text: string): URLSearchParams {
  const given = new URLSearchParams(text)
  return new URLSearchParams([...given].filter(([name]) => parameterNames.has(name)))
}

function errorParameters(error: string, answer: URLSearchParams): Record<string, string> {
  const isKnown = /^[a-z_]{1,40}$/.test(error)
  const description = (answer.get('error_description') ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, MAX_PROVIDER_MESSAGE)
  return {
    error: isKnown ? error : 'server_error',
    error_description: description || 'The provider refused, without saying why',
  }
}

interface ProviderAnswer extends ProviderGrant {
  readonly provider: Provider
}

async function redeemAnswer(
  { providers, keys }: Pick<AuthDependencies, 'keys' | 'providers'>,
  flow: StoredFlow,
  state: string,
  answer: URLSearchParams,
): Promise<Result<ProviderAnswer, AuthFailure>> {
  if (!answer.get('code')) return fail({ kind: 'callback-code-missing' })
  // The provider comes from the flow; the response's issuer is checked against it.
  const provider = providers.find(flow.provider)
  if (!provider) return fail({ kind: 'provider-unsupported', detail: 'provider is not enabled' })
  const grant = await provider.redeem(flowSecrets(keys, state), answer)
  return grant.ok ? succeed({ ...grant.value, provider }) : grant
}

/** Signs in, or prepares to link an identity, in one transaction. @returns the redirect URL with a code for the browser */
async function signInOrLink(
  parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'log' | 'clock' | 'sessions'>,
  c: AuthContext,
  flow: StoredFlow,
  grant: ProviderAnswer,
): Promise<Result<string, AuthFailure>> {
  const { database, keys, clock, config, sessions } = parts
  const { provider, identity } = grant
  const at = clock()
  try {
    const finished = await database.transaction(async (transaction) => {
      if (flow.linkingSession !== undefined) {
        const linking = await readSession(transaction, flow.linkingSession)
        if (!linking) return fail({ kind: 'session-from-token-missing' } as const)
        const code = await issueProviderCode(transaction, keys, { userId: linking.account.id, flow, grant, at })
        return succeed({ code, ended: [] })
      }
      const providerUser = {
        provider,
        identity,
        data: newUserData(identity),
        confirmsEmail: config.confirmsEmail,
        creates: config.signUp === 'open',
      }
      const signedIn = await signInWithProvider(transaction, providerUser, at)
      if (!signedIn.ok) return signedIn
      const { userId, ended } = signedIn.value
      c.set('userId', userId)
      return succeed({ code: await issueProviderCode(transaction, keys, { userId, flow, grant, at }), ended })
    })
    if (!finished.ok) return finished
    sessions.forget(finished.value.ended)
    return succeed(withQuery(flow.redirectTo, { code: finished.value.code }))
  } catch (error) {
    // Another user signed up with this address meanwhile, or the product has no profile for this user.
    return fail(createAccountFailure(parts, c, error))
  }
}
