import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { networkOf } from '../../http/network.ts'
import { emailHash, findByEmail, isBanned } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../http/body.ts'
import { deviceOf, type Handler } from '../http/context.ts'
import { refuse, refuseFailure } from '../http/errors.ts'
import { failedSignInsOf, type LimitCheck, limitKey } from '../http/rate-limits.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { OpenedSession } from './access-tokens.ts'
import { openingValues, sessionShape } from './sessions.ts'

const signInBody = z.object({ email: text, phone: text, password: text })

/**
 * POST /token?grant_type=password. A missing account, an account without a password, a banned account with the wrong
 * password and a wrong password get the same response after the same time. The attempt is counted before the password is
 * compared, so that concurrent attempts cannot exceed the limits; a success subtracts it again.
 */
export const signIn =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'clock' | 'limits' | 'passwords' | 'issuer'>): Handler =>
  async (c) => {
    const { database, limits, passwords, clock, keys, issuer } = parts
    const body = await readBody(c, signInBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    if (body.value.email === '') return refuse(c, body.value.phone === '' ? 'email-or-phone-missing' : 'phone-disabled')
    const email = body.value.email.toLowerCase()
    const address = c.var.clientAddress
    const device = deviceOf(c)

    const [stored, isKnownNetwork] = await Promise.all([
      findByEmail(database, email),
      hasSignedInFrom(database, email, device.ip),
    ])
    const network = networkOf(address)
    const counted = failedSignInsOf(address)
    const ofAccount: LimitCheck = { limit: 'failed-sign-ins-of-account', of: emailHash(email) }
    if (!isKnownNetwork) counted.push(ofAccount)
    const failures: LimitCheck = { limit: 'failed-sign-in', of: `${emailHash(email)}:${network}` }
    const wait = await limits.admit({ limit: 'token', of: network }, ...counted, failures)
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })

    const at = clock()
    const refuseCredentials = async () => {
      await audit(database, { at, action: 'sign-in-failed', subject: emailHash(email), details: { ip: address } })
      return refuse(c, 'invalid-credentials')
    }
    if (!(await passwords.verify(body.value.password, stored?.passwordHash)) || !stored) return refuseCredentials()
    if (isBanned(stored.account, at)) return refuse(c, 'sign-in-banned')
    if (!stored.account.email_confirmed_at) return refuse(c, 'email-not-confirmed')

    const userId = stored.account.id
    c.set('userId', userId)
    const [row] = await database.query<{ session: OpenedSession | null }>(
      'select server.sign_in($1, $2, $3, $4, $5, $6, $7, $8) as session',
      [
        ...openingValues({ userId, method: 'password', device, at, spentLimit: limitKey(failures) }),
        counted.map(limitKey),
        stored.passwordHash,
      ],
    )
    // The password changed while it was compared, or the account was banned.
    if (!row?.session) return refuseCredentials()
    return c.json(await sessionShape(keys, issuer, row.session, at))
  }

/** Checked for unknown addresses too, so that response times do not differ. */
async function hasSignedInFrom(database: Database, email: string, ip: string | null): Promise<boolean> {
  const [row] = await database.query<{ known: boolean }>(
    'select server.has_signed_in_from($1, $2) as known',
    [email, ip],
    { access: 'read' },
  )
  return row?.known === true
}
