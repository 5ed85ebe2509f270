import { z } from 'zod'
import { findById } from '../accounts.ts'
import { readBody, text } from '../body.ts'
import { FACTOR_NAME_CHARACTERS, FACTORS } from '../constants.ts'
import { refuse, refuseFailure } from '../errors.ts'
import type { AuthParts, Handler } from '../parts.ts'
import { seal } from './sealed.ts'
import { newSecret, qrCodeOf, uriOf } from './totp.ts'

const enrolment = z.object({ factor_type: text, friendly_name: text, issuer: text })

/**
 * POST /factors: a new second factor, which counts once a code of it has been verified. The secret is told here and
 * never again.
 */
export const enrolFactor =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database, keys, config, clock } = parts
    const { aal, caller } = c.var.signedIn
    const body = await readBody(c, enrolment)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { factor_type: type, friendly_name: name } = body.value
    if (type === 'phone') return refuse(c, 'phone-factors-disabled')
    if (type === 'webauthn') return refuse(c, 'webauthn-factors-disabled')
    if (type !== 'totp') return refuse(c, 'factor-type')
    const detail = String(FACTOR_NAME_CHARACTERS)
    if (name.length > FACTOR_NAME_CHARACTERS) return refuse(c, 'factor-name-too-long', { detail })
    if (body.value.issuer.length > FACTOR_NAME_CHARACTERS) return refuse(c, 'factor-issuer-too-long', { detail })

    const account = (await findById(database, caller.userId))?.account
    if (!account) return refuse(c, 'user-from-sub-missing')
    const hasFactor = account.factors.some(({ status }) => status === 'verified')
    if (hasFactor && aal !== 'aal2') return refuse(c, 'aal2-to-enrol')

    const id = crypto.randomUUID()
    const secret = newSecret()
    const [row] = await database.query<{ outcome: 'enrolled' | 'too-many-factors' | 'factor-name-taken' }>(
      'select server.enrol_factor($1, $2, $3, $4, $5, $6, $7) as outcome',
      [account.id, id, type, name, seal(keys, id, secret), clock(), JSON.stringify(FACTORS)],
    )
    if (row?.outcome !== 'enrolled') return refuse(c, row?.outcome ?? 'unexpected', { detail: name })
    const uri = uriOf(secret, body.value.issuer || config.productName, account.email ?? account.id)
    return c.json({ id, type, friendly_name: name, totp: { qr_code: qrCodeOf(uri), secret, uri } })
  }
