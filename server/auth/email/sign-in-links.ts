import { z } from 'zod'
import { findByEmail } from '../accounts/users.ts'
import { readEmail } from '../accounts/validate.ts'
import { readBody, text } from '../http/body.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { refuse, refuseFailure } from '../http/errors.ts'
import { checkedRedirect, requestedRedirect } from '../http/redirects.ts'
import { challengeFields, type Challenge, readChallenge, startPkce } from '../oauth/pkce.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { type CodeOwner, issueCode, mailTooSoon, mayMail, sendCode } from './mailed-codes.ts'

/** Mails a link and a code that sign in. */
export async function mailSignInLink(
  parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock'>,
  c: AuthContext,
  { kind, owner, challenge }: { kind: 'recovery' | 'magiclink'; owner: CodeOwner; challenge: Challenge | undefined },
): Promise<void> {
  const { database, keys, clock, config } = parts
  const at = clock()
  const mailed = await database.transaction(async (transaction) => {
    await transaction.query('update auth.users set recovery_sent_at = $2 where id = $1', [owner.userId, at])
    if (challenge) await startPkce(transaction, owner.userId, kind, challenge, at)
    return issueCode(transaction, keys, { type: 'recovery_token', owner, at, pkce: challenge !== undefined })
  })
  const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
  sendCode(parts, { kind, to: owner.email, mailed, redirectTo })
}

const recoverBody = z.object({ email: text, ...challengeFields })

/** POST /recover: mails a password-reset link, which signs in. Unknown addresses get the same response. */
export const recover =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock' | 'limits'>): Handler =>
  async (c) => {
    const body = await readBody(c, recoverBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const email = readEmail(body.value.email)
    if (!email.ok) return refuseFailure(c, email.failure)
    const challenge = readChallenge(body.value)
    if (!challenge.ok) return refuseFailure(c, challenge.failure)
    const tooSoon = await mailTooSoon(parts, 'recovery', email.value)
    if (tooSoon) return refuseFailure(c, tooSoon)
    const stored = await findByEmail(parts.database, email.value)
    if (stored && (await mayMail(parts, email.value))) {
      const owner = { userId: stored.account.id, email: email.value }
      await mailSignInLink(parts, c, { kind: 'recovery', owner, challenge: challenge.value })
    }
    return c.json({})
  }

const otpBody = z.object({ email: text, phone: text, create_user: z.boolean().nullish(), ...challengeFields })

/**
 * POST /otp: mails a link and a code that sign in without a password. Creates no account, whatever `create_user` says: accounts
 * are created at sign-up, with a name and a password (SPEC section 2).
 */
export const otp =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock' | 'limits'>): Handler =>
  async (c) => {
    const body = await readBody(c, otpBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    if (body.value.email === '' && body.value.phone !== '') return refuse(c, 'phone-disabled')
    const email = readEmail(body.value.email)
    if (!email.ok) return refuseFailure(c, email.failure)
    const challenge = readChallenge(body.value)
    if (!challenge.ok) return refuseFailure(c, challenge.failure)
    const stored = await findByEmail(parts.database, email.value)
    if (!stored) {
      const asksToSignUp = body.value.create_user !== false
      return refuse(c, asksToSignUp && parts.config.signUp !== 'open' ? 'sign-up-disabled' : 'otp-sign-up-disabled')
    }
    const tooSoon = await mailTooSoon(parts, 'magiclink', email.value)
    if (tooSoon) return refuseFailure(c, tooSoon)
    if (await mayMail(parts, email.value)) {
      const owner = { userId: stored.account.id, email: email.value }
      await mailSignInLink(parts, c, { kind: 'magiclink', owner, challenge: challenge.value })
    }
    return c.json({})
  }
