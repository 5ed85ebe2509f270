import { z } from 'zod'
import { findByEmail } from './accounts.ts'
import { readBody, readEmail, text } from './body.ts'
import { refuseFailure } from './errors.ts'
import { mailTooSoon } from './mail-limit.ts'
import type { AuthParts, Handler } from './parts.ts'
import { challengeFields, readChallenge } from './pkce.ts'
import { mailSignInLink } from './sign-in-link.ts'

const recoverBody = z.object({ email: text, ...challengeFields })

/** POST /recover: a link that signs in, so that a new password can be chosen. Says the same of an unknown address. */
export const recover =
  (parts: AuthParts): Handler =>
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
    if (stored) {
      const owner = { userId: stored.account.id, email: email.value }
      await mailSignInLink(parts, c, { kind: 'recovery', owner, challenge: challenge.value })
    }
    return c.json({})
  }
