import { z } from 'zod'
import { networkOf } from '../http/network.ts'
import { emailHash, findByEmail, isBanned } from './accounts.ts'
import { audit } from './audit.ts'
import { readBody, text } from './body.ts'
import { deviceOf } from './device.ts'
import { refuse, refuseFailure } from './errors.ts'
import { limitKey, type LimitCheck } from './limits.ts'
import type { AuthParts, Handler } from './parts.ts'
import { openSession, sessionShape } from './sessions.ts'

const signInBody = z.object({ email: text, phone: text, password: text })

/**
 * POST /token?grant_type=password. A missing account, an account without a password and a wrong password get the same
 * answer after the same time. The attempt is counted before the password is looked at, so that many at once cannot
 * slip past the limit; success takes the count back.
 */
export const signIn =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database, limits, passwords, clock, keys, issuer } = parts
    const body = await readBody(c, signInBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    if (body.value.email === '') return refuse(c, body.value.phone === '' ? 'email-or-phone-missing' : 'phone-disabled')
    const email = body.value.email.toLowerCase()
    const address = c.var.clientAddress
    const network = networkOf(address)
    const failures: LimitCheck = { limit: 'failed-sign-in', of: `${emailHash(email)}:${network}` }

    const [wait, stored] = await Promise.all([
      limits.admit({ limit: 'token', of: network }, failures),
      findByEmail(database, email),
    ])
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })
    const at = clock()
    if (stored && isBanned(stored.account, at)) return refuse(c, 'sign-in-banned')
    if (!(await passwords.verify(body.value.password, stored?.passwordHash)) || !stored) {
      await audit(database, { at, action: 'sign-in-failed', subject: emailHash(email), details: { ip: address } })
      return refuse(c, 'invalid-credentials')
    }
    if (!stored.account.email_confirmed_at) return refuse(c, 'email-not-confirmed')

    const userId = stored.account.id
    c.set('userId', userId)
    const opening = { userId, method: 'password', device: deviceOf(c), at, spentLimit: limitKey(failures) }
    return c.json(await sessionShape(keys, issuer, await openSession(database, opening), at))
  }
