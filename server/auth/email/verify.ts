import { z } from 'zod'
import { fail, succeed } from '../../../domain/result.ts'
import { readEmail } from '../accounts/validate.ts'
import { readBody, text } from '../http/body.ts'
import { type AuthContext, deviceOf, type Handler } from '../http/context.ts'
import { type AuthFailure, oauthError, refuse, refuseFailure, wireError } from '../http/errors.ts'
import { checkedRedirect, requestedRedirect, withFragment, withQuery } from '../http/redirects.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sessionShape } from '../sessions/sessions.ts'
import { admitGuess, codeHash, continueUrl, findCodeAddress, codeGuesses, PKCE_PREFIX } from './mailed-codes.ts'
import { codeTypesOf, type ProofType, readProofType, redeem, type Redeemed } from './redeem.ts'

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const verifyBody = z.object({ type: text, token: text, token_hash: text, email: text, phone: text })

/** POST /verify: exchanges a six-digit code with its address, or the hash of a link, for a session. */
export const verifyCode =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'limits' | 'sessions' | 'issuer'>): Handler =>
  async (c) => {
    const body = await readBody(c, verifyBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { token, token_hash, email } = body.value
    const type = readProofType(body.value.type)
    if (!type) return refuse(c, 'verify-incomplete', { detail: 'a valid verification type' })
    if (token_hash === '' && (token === '' || email === '')) {
      return refuse(c, 'verify-incomplete', { detail: 'either a token hash or a token and an email' })
    }
    const proof = token_hash === '' ? await proofOfCode(parts, type, email, token) : succeed(proofOfHash(token_hash))
    if (!proof.ok) return refuseFailure(c, proof.failure)
    const redeemed = await redeem(parts, { type, device: deviceOf(c), pkce: false, ...proof.value })
    if (!redeemed.ok) return refuseFailure(c, redeemed.failure)
    if ('email' in proof.value) await parts.limits.reset(codeGuesses(proof.value.email))
    return answer(parts, c, redeemed.value)
  }

const previewBody = z.object({ type: text, token_hash: text })

/**
 * POST /verify/preview: the owner of a mailed link, without consuming it, so that a page can ask before it signs in.
 * Not part of GoTrue.
 */
export const previewLink =
  ({ database, clock }: Pick<AuthDependencies, 'database' | 'clock'>): Handler =>
  async (c) => {
    const body = await readBody(c, previewBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const type = readProofType(body.value.type)
    if (!type) return refuse(c, 'verify-incomplete', { detail: 'a valid verification type' })
    const found = { hash: body.value.token_hash, types: codeTypesOf(type), at: clock() }
    const email = await findCodeAddress(database, found)
    return email === undefined ? refuse(c, 'link-expired') : c.json({ type, email: maskedEmail(email) })
  }

/** `a***@example.com`: the owner recognises it, other holders of the link do not learn the address. */
const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')

const proofOfHash = (hash: string) => ({ hashes: [hash], invalid: { kind: 'link-expired' } as const })

/** Counts the guess under the address that the code must have been mailed to. */
async function proofOfCode(
  { database, keys, limits }: Pick<AuthDependencies, 'database' | 'keys' | 'limits'>,
  type: ProofType,
  given: string,
  code: string,
) {
  const email = readEmail(given)
  if (!email.ok) return email
  const wait = await admitGuess({ database, limits }, codeGuesses(email.value), email.value, codeTypesOf(type))
  if (wait > 0) return fail({ kind: 'rate-limited', retryAfterSeconds: wait } as const)
  const hash = codeHash(keys, email.value, code)
  const hashes = [hash, `${PKCE_PREFIX}${hash}`]
  return succeed({ hashes, email: email.value, invalid: { kind: 'code-expired' } as const })
}

async function answer(
  { keys, issuer, sessions }: Pick<AuthDependencies, 'keys' | 'issuer' | 'sessions'>,
  c: AuthContext,
  redeemed: Redeemed,
): Promise<Response> {
  switch (redeemed.kind) {
    case 'session':
      c.set('userId', redeemed.session.account.id)
      sessions.forget(redeemed.ended)
      return c.json(await sessionShape(keys, issuer, redeemed.session, redeemed.at))
    case 'half':
      return c.json({ msg: HALF_CONFIRMED, code: '200' })
    case 'auth-code':
      return c.json({ auth_code: redeemed.code })
    default:
      return redeemed satisfies never
  }
}

/**
 * GET /verify: GoTrue's own link. Redirects to the page that asks before it signs in; in the PKCE flow with a code, which
 * only the requesting browser can exchange, or with an error. No redirect contains a token, and the request, which mail
 * scanners make too, proves nothing.
 */
export const verifyLink =
  ({ database, clock, config }: Pick<AuthDependencies, 'database' | 'config' | 'clock'>): Handler =>
  async (c) => {
    // Mail scanners send HEAD first, which must not consume the link.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const { publicUrl } = config
    const target = checkedRedirect(publicUrl, requestedRedirect(c))
    const hash = c.req.query('token') ?? ''
    const pkce = hash.startsWith(PKCE_PREFIX)
    const given = c.req.query('type') ?? ''
    const type = readProofType(given)
    if (!type || hash === '') {
      return sendFailure(c, target, pkce, { kind: 'verify-incomplete', detail: 'a token and a verification type' })
    }
    // A change of address has two links but at most one code, so its page asks in the PKCE flow too.
    if (!pkce || type === 'email_change') return c.redirect(continueUrl(publicUrl, hash, given, target), 303)
    const redeemed = await redeem({ database, clock }, { type, device: deviceOf(c), pkce, ...proofOfHash(hash) })
    if (!redeemed.ok) return sendFailure(c, target, pkce, redeemed.failure)
    if (redeemed.value.kind !== 'auth-code') throw new Error(`a PKCE link answered ${redeemed.value.kind}`)
    return c.redirect(withQuery(target, { code: redeemed.value.code }), 303)
  }

function sendFailure(c: AuthContext, target: string, pkce: boolean, failure: AuthFailure): Response {
  const { status, code, message } = wireError(failure)
  const parameters = {
    error: oauthError(status),
    error_code: code,
    error_description: message,
    sb: '',
  }
  const base = pkce ? withQuery(target, parameters) : target
  return c.redirect(withFragment(base, parameters), 303)
}
