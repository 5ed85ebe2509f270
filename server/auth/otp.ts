import { z } from 'zod'
import { createAccount, findByEmail } from './accounts.ts'
import { metadata, metadataFlaw, readBody, readEmail, text } from './body.ts'
import { refuse, refuseFailure } from './errors.ts'
import { mailTooSoon } from './mail-limit.ts'
import type { AuthParts, Handler } from './parts.ts'
import { challengeFields, readChallenge } from './pkce.ts'
import { savingFailure } from './saving-failure.ts'
import { mailSignInLink } from './sign-in-link.ts'

const otpBody = z.object({
  email: text,
  phone: text,
  data: metadata,
  create_user: z.boolean().nullish(),
  ...challengeFields,
})

/** POST /otp: a link and a code that sign in without a password; makes the account unless told not to. */
export const otp =
  (parts: AuthParts): Handler =>
  async (c) => {
    const body = await readBody(c, otpBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    if (body.value.email === '' && body.value.phone !== '') return refuse(c, 'phone-disabled')
    const email = readEmail(body.value.email)
    if (!email.ok) return refuseFailure(c, email.failure)
    const challenge = readChallenge(body.value)
    if (!challenge.ok) return refuseFailure(c, challenge.failure)
    const tooLarge = metadataFlaw(body.value.data)
    if (tooLarge) return refuseFailure(c, tooLarge)

    const stored = await findByEmail(parts.database, email.value)
    if (!stored && body.value.create_user === false) return refuse(c, 'otp-sign-up-disabled')
    const tooSoon = await mailTooSoon(parts, 'magiclink', email.value)
    if (tooSoon) return refuseFailure(c, tooSoon)
    const userId = stored?.account.id ?? crypto.randomUUID()
    if (!stored) {
      const data = body.value.data ?? {}
      const unproven = { passwordHash: null, confirmedAt: null }
      try {
        await createAccount(parts.database, { id: userId, email: email.value, data, at: parts.clock(), ...unproven })
      } catch (error) {
        return refuseFailure(c, savingFailure(parts, c, error))
      }
    }
    const owner = { userId, email: email.value }
    await mailSignInLink(parts, c, { kind: 'magiclink', owner, challenge: challenge.value })
    return c.json({})
  }
