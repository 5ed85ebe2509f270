import { fail, succeed, type Result } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { audit } from '../audit.ts'
import { deviceOf } from '../device.ts'
import { refuse, type AuthFailure, type AuthFailureKind } from '../errors.ts'
import type { AuthContext, AuthParts, Handler } from '../parts.ts'
import { issueProviderCode } from '../pkce.ts'
import { withFragment, withQuery } from '../redirects.ts'
import { savingFailure } from '../saving-failure.ts'
import { openSession, readSession, sessionShape, type OpenedSession } from '../sessions.ts'
import { newUserData } from './claims.ts'
import { flowFlaw, takeFlow, tiesOf, type TakenFlow } from './flows.ts'
import type { Provider, Vouched } from './providers.ts'
import { redirectWithError, redirectWithFailure } from './redirect-with-failure.ts'

/** Characters of a provider's own words that are passed on. */
const PROVIDER_WORDS = 300

/** GET and POST /callback: where a provider sends the browser back to. It goes on to the address kept with the state. */
export const callback =
  (parts: AuthParts): Handler =>
  async (c) => {
    if (parts.providers.offered.length === 0) return refuse(c, 'callback-state-missing')
    // Whoever looks at a link before opening it must not use it up.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    // A form from the provider's page comes without our cookie, the browser's own next request with it.
    if (c.req.method === 'POST') return c.redirect(`${c.req.path}?${answerOf(await c.req.text()).toString()}`, 303)
    const answer = answerOf(new URL(c.req.url).search)
    const state = answer.get('state') ?? ''
    if (state === '') return redirectWithFailure(c, parts.config.publicUrl, { kind: 'callback-state-missing' })
    const flow = await takeFlow(parts, state)
    if (!flow) return redirectWithFailure(c, parts.config.publicUrl, { kind: 'oauth-state-unknown' })
    const flaw = flowFlaw(parts, c, flow)
    if (flaw) return redirectWithFailure(c, flow.redirectTo, flaw)
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

/** Signs in or links, all or nothing. @returns where the browser goes, with a session or a code for one */
async function finish(
  parts: AuthParts,
  c: AuthContext,
  flow: TakenFlow,
  vouched: ProviderAnswer,
): Promise<Result<string, AuthFailure>> {
  const { database, keys, clock, sessions } = parts
  const at = clock()
  try {
    const finished = await database.transaction(async (transaction) => {
      const entry = await enter(parts, transaction, flow, vouched, at)
      if (!entry.ok) return entry
      const { userId, ended } = entry.value
      c.set('userId', userId)
      if (flow.challenge) {
        const code = await issueProviderCode(transaction, keys, { userId, flow, vouched, at })
        return succeed({ target: withQuery(flow.redirectTo, { code }), ended })
      }
      const opening = { userId, method: 'oauth', provider: vouched.provider.id, device: deviceOf(c), at }
      const session = flow.linkingSession
        ? await readSession(transaction, flow.linkingSession)
        : await openSession(transaction, opening)
      if (!session) return fail({ kind: 'session-from-token-missing' } as const)
      return succeed({ target: withFragment(flow.redirectTo, await fragmentOf(parts, session, vouched, at)), ended })
    })
    if (!finished.ok) return finished
    sessions.forget(finished.value.ended)
    return succeed(finished.value.target)
  } catch (error) {
    // Somebody signed up with this address in between, or the product has no profile for this person.
    return fail(savingFailure(parts, c, error))
  }
}

/** A session as the implicit flow's client reads it. */
async function fragmentOf({ keys, issuer }: AuthParts, opened: OpenedSession, vouched: Vouched, at: Date) {
  const session = await sessionShape(keys, issuer, opened, at)
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    provider_token: vouched.accessToken,
    ...(vouched.refreshToken !== undefined && { provider_refresh_token: vouched.refreshToken }),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  }
}

interface Entry {
  readonly outcome:
    | 'known'
    | 'created'
    | 'linked'
    | Extract<
        AuthFailureKind,
        | 'user-banned'
        | 'provider-email-unverified'
        | 'account-to-link-first'
        | 'session-from-token-missing'
        | 'aal2-to-link'
        | 'identity-linked-already'
        | 'identity-of-another'
      >
  readonly user?: string
  readonly ended?: readonly string[]
}

/** Finds, makes or links the account; the rules are in the database (bootstrap/06-identities.sql). */
async function enter(
  { config }: AuthParts,
  transaction: Transaction,
  { linkingSession }: TakenFlow,
  { identity, provider }: ProviderAnswer,
  at: Date,
): Promise<Result<{ userId: string; ended: readonly string[] }, AuthFailure>> {
  const claims = JSON.stringify(identity)
  const [row] = linkingSession
    ? await transaction.query<{ entry: Entry }>('select server.link_identity($1, $2, $3, $4) as entry', [
        linkingSession,
        provider.id,
        claims,
        at,
      ])
    : await transaction.query<{ entry: Entry }>('select server.enter_with_provider($1, $2, $3, $4, $5) as entry', [
        provider.id,
        claims,
        JSON.stringify(newUserData(identity)),
        config.confirmsEmail,
        at,
      ])
  if (!row) throw new Error('the database answered nothing')
  const { outcome, user, ended = [] } = row.entry
  if (outcome === 'known' || outcome === 'created' || outcome === 'linked') {
    if (user === undefined) throw new Error(`the database answered ${outcome} without a user`)
    return succeed({ userId: user, ended })
  }
  const details = { provider: provider.id, reason: outcome }
  await audit(transaction, { at, action: 'sign-in-failed', subject: user, details })
  return fail({ kind: outcome, detail: provider.name })
}
