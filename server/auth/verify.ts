import { z } from 'zod'
import { emailHash } from './accounts.ts'
import { readBody, text } from './body.ts'
import { deviceOf } from './device.ts'
import { oauthError, refuse, refuseFailure, wireError, type AuthFailure } from './errors.ts'
import { codeHash, PKCE_PREFIX } from './mailed-codes.ts'
import type { AuthContext, AuthParts, Handler } from './parts.ts'
import { readProofType, redeem, type ProofType, type Redeemed } from './redeem.ts'
import { checkedRedirect, requestedRedirect, withFragment, withQuery } from './redirects.ts'
import { sessionShape } from './sessions.ts'

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const verifyBody = z.object({ type: text, token: text, token_hash: text, email: text, phone: text })

/** POST /verify: a six-digit code with its address, or the hash of a link, for a session. */
export const verifyCode =
  (parts: AuthParts): Handler =>
  async (c) => {
    const body = await readBody(c, verifyBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { token, token_hash, email } = body.value
    const type = readProofType(body.value.type)
    if (!type) return refuse(c, 'verify-incomplete', { detail: 'a valid verification type' })
    if (token_hash === '' && (token === '' || email === '')) {
      return refuse(c, 'verify-incomplete', { detail: 'either a token hash or a token and an email' })
    }
    const wait =
      token_hash === '' ? await parts.limits.admit({ limit: 'mailed-code', of: emailHash(email.toLowerCase()) }) : 0
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })
    const proof = token_hash === '' ? proofOfCode(parts, email.toLowerCase(), token) : proofOfHash(token_hash)
    const redeemed = await redeem(parts, { type, device: deviceOf(c), pkce: false, ...proof })
    return redeemed.ok ? answer(parts, c, redeemed.value) : refuseFailure(c, redeemed.failure)
  }

const proofOfHash = (hash: string) => ({ hashes: [hash], otherwise: { kind: 'link-expired' } as const })

function proofOfCode({ keys }: AuthParts, email: string, code: string) {
  const hash = codeHash(keys, email, code)
  return { hashes: [hash, `${PKCE_PREFIX}${hash}`], otherwise: { kind: 'code-expired' } as const }
}

async function answer({ keys, issuer }: AuthParts, c: AuthContext, redeemed: Redeemed): Promise<Response> {
  switch (redeemed.kind) {
    case 'session':
      c.set('userId', redeemed.session.account.id)
      return c.json(await sessionShape(keys, issuer, redeemed.session, redeemed.at))
    case 'half':
      return c.json({ msg: HALF_CONFIRMED, code: '200' })
    case 'auth-code':
      return c.json({ auth_code: redeemed.code })
    default:
      return redeemed satisfies never
  }
}

/** GET /verify: what a mailed link opens; sends the browser on with a session, a code or the reason in the address. */
export const verifyLink =
  (parts: AuthParts): Handler =>
  async (c) => {
    // Mail scanners look with HEAD first; the link must still work for its reader.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const target = checkedRedirect(parts.config.publicUrl, requestedRedirect(c))
    const hash = c.req.query('token') ?? ''
    const type = readProofType(c.req.query('type') ?? '')
    const pkce = hash.startsWith(PKCE_PREFIX)
    if (!type || hash === '') {
      return sendFailure(c, target, pkce, { kind: 'verify-incomplete', detail: 'a token and a verification type' })
    }
    const redeemed = await redeem(parts, { type, device: deviceOf(c), pkce, ...proofOfHash(hash) })
    if (!redeemed.ok) return sendFailure(c, target, pkce, redeemed.failure)
    return c.redirect(await successUrl(parts, target, type, redeemed.value), 303)
  }

async function successUrl({ keys, issuer }: AuthParts, target: string, type: ProofType, redeemed: Redeemed) {
  switch (redeemed.kind) {
    case 'session': {
      const session = await sessionShape(keys, issuer, redeemed.session, redeemed.at)
      return withFragment(target, {
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        sb: '',
        token_type: session.token_type,
        type,
      })
    }
    case 'half':
      return withFragment(target, { message: HALF_CONFIRMED, sb: '' })
    case 'auth-code':
      return withQuery(target, { code: redeemed.code })
    default:
      return redeemed satisfies never
  }
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
