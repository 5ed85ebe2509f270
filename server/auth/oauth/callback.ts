import { fail, type Result, succeed } from '../../../domain/result.ts'
import { savingFailure } from '../accounts/users.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { type AuthFailure, refuse } from '../http/errors.ts'
import { redirectWithError, redirectWithFailure, withQuery } from '../http/redirects.ts'
import type { AuthParts } from '../parts.ts'
import { readSession } from '../sessions/sessions.ts'
import { newUserData } from './claims.ts'
import { flowError, takeFlow, type TakenFlow, tiesOf } from './flows.ts'
import { enter } from './identities.ts'
import { issueProviderCode } from './pkce.ts'
import type { Provider, Vouched } from './providers.ts'

/** Characters of a provider's own words that are passed on. */
const PROVIDER_WORDS = 300

/** GET and POST /callback: the redirect URI for providers. It redirects to the URL stored with the state. */
export const callback =
  (parts: AuthParts): Handler =>
  async (c) => {
    if (parts.providers.offered.length === 0) return refuse(c, 'callback-state-missing')
    // A link preview must not use it up.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const answer = answerOf(c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search)
    const state = answer.get('state') ?? ''
    if (state === '') return redirectWithFailure(c, parts.config.publicUrl, { kind: 'callback-state-missing' })
    const flow = await takeFlow(parts, state)
    if (!flow) return redirectWithFailure(c, parts.config.publicUrl, { kind: 'oauth-state-unknown' })
    const invalid = flowError(parts, flow)
    if (invalid) return redirectWithFailure(c, flow.redirectTo, invalid)
    const error = answer.get('error')
    if (error !== null) return redirectWithError(c, flow.redirectTo, wordsOf(error, answer))

    const vouched = await redeemAnswer(parts, flow, state, answer)
    const target = vouched.ok ? await finish(parts, c, flow, vouched.value) : vouched
    return target.ok ? c.redirect(target.value, 302) : redirectWithFailure(c, flow.redirectTo, target.failure)
  }

/** What of an answer is ours to read (RFC 6749, 4.1.2; RFC 9207). */
const answerNames: ReadonlySet<string> = new Set(['state', 'code', 'iss', 'error', 'error_description'])

function answerOf(text: string): URLSearchParams {
  const given = new URLSearchParams(text)
  return new URLSearchParams([...given].filter(([name]) => answerNames.has(name)))
}

function wordsOf(error: string, answer: URLSearchParams): Record<string, string> {
  const isKnown = /^[a-z_]{1,40}$/.test(error)
  const description = (answer.get('error_description') ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, PROVIDER_WORDS)
  return {
    error: isKnown ? error : 'server_error',
    error_description: description || 'The provider refused, without saying why',
  }
}

interface ProviderAnswer extends Vouched {
  readonly provider: Provider
}

async function redeemAnswer(
  { providers, keys }: AuthParts,
  flow: TakenFlow,
  state: string,
  answer: URLSearchParams,
): Promise<Result<ProviderAnswer, AuthFailure>> {
  if (!answer.get('code')) return fail({ kind: 'callback-code-missing' })
  // The flow says whom the code is from; what the answer says of it is checked against that.
  const provider = providers.find(flow.provider)
  if (!provider) return fail({ kind: 'provider-unsupported', detail: 'provider is not enabled' })
  const vouched = await provider.redeem(tiesOf(keys, state), answer)
  return vouched.ok ? succeed({ ...vouched.value, provider }) : vouched
}

/** Signs in, all or nothing. @returns where the browser goes, with a code that the browser which asked can exchange */
async function finish(
  parts: AuthParts,
  c: AuthContext,
  flow: TakenFlow,
  vouched: ProviderAnswer,
): Promise<Result<string, AuthFailure>> {
  const { database, keys, clock, config, sessions } = parts
  const { provider, identity } = vouched
  const at = clock()
  try {
    const finished = await database.transaction(async (transaction) => {
      if (flow.linkingSession !== undefined) {
        const asking = await readSession(transaction, flow.linkingSession)
        if (!asking) return fail({ kind: 'session-from-token-missing' } as const)
        const code = await issueProviderCode(transaction, keys, { userId: asking.account.id, flow, vouched, at })
        return succeed({ code, ended: [] })
      }
      const newcomer = { provider, identity, data: newUserData(identity), confirmsEmail: config.confirmsEmail }
      const entered = await enter(transaction, newcomer, at)
      if (!entered.ok) return entered
      const { userId, ended } = entered.value
      c.set('userId', userId)
      return succeed({ code: await issueProviderCode(transaction, keys, { userId, flow, vouched, at }), ended })
    })
    if (!finished.ok) return finished
    sessions.forget(finished.value.ended)
    return succeed(withQuery(flow.redirectTo, { code: finished.value.code }))
  } catch (error) {
    // Another user signed up with this address meanwhile, or the product has no profile for this user.
    return fail(savingFailure(parts, c, error))
  }
}
