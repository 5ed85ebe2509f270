import { z } from 'zod'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { findById } from '../accounts.ts'
import { readBody, text } from '../body.ts'
import { FACTOR_NAME_CHARACTERS, FACTORS } from '../constants.ts'
import { refuse, refuseFailure, type AuthFailure } from '../errors.ts'
import type { AuthParts, Handler } from '../parts.ts'
import type { AccountRow } from '../shapes.ts'
import { readPhone } from './phone.ts'
import { seal } from './sealed.ts'
import { newSecret, qrCodeOf, uriOf } from './totp.ts'
import { isWebauthnPossible } from './webauthn.ts'

const enrolment = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })

type Enrolment = z.infer<typeof enrolment>

/** What is stored of a new factor, and what its kind tells beside id and name. */
interface NewFactor {
  readonly sealedSecret?: string
  readonly phone?: string
  readonly told?: object
}

type Enrolled = 'enrolled' | 'too-many-factors' | 'factor-name-taken' | 'phone-factor-exists'

/** POST /factors: a new second factor, which counts once it has been proven. */
export const enrolFactor =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database, clock } = parts
    const { aal, caller } = c.var.signedIn
    const body = await readBody(c, enrolment)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { factor_type: type, friendly_name: name } = body.value
    const detail = String(FACTOR_NAME_CHARACTERS)
    if (name.length > FACTOR_NAME_CHARACTERS) return refuse(c, 'factor-name-too-long', { detail })
    if (body.value.issuer.length > FACTOR_NAME_CHARACTERS) return refuse(c, 'factor-issuer-too-long', { detail })

    const account = (await findById(database, caller.userId))?.account
    if (!account) return refuse(c, 'user-from-sub-missing')
    const id = crypto.randomUUID()
    const factor = newFactor(parts, { id, account, body: body.value })
    if (!factor.ok) return refuseFailure(c, factor.failure)
    const hasFactor = account.factors.some(({ status }) => status === 'verified')
    if (hasFactor && aal !== 'aal2') return refuse(c, 'aal2-to-enrol')

    const { sealedSecret = null, phone = null, told } = factor.value
    const [row] = await database.query<{ outcome: Enrolled }>(
      'select server.enrol_factor($1, $2, $3, $4, $5, $6, $7, $8) as outcome',
      [account.id, id, type, name, sealedSecret, clock(), JSON.stringify(FACTORS), phone],
    )
    if (row?.outcome !== 'enrolled') return refuse(c, row?.outcome ?? 'unexpected', { detail: name })
    return c.json({ id, type, friendly_name: name, ...told })
  }

function newFactor(
  { keys, config }: AuthParts,
  { id, account, body }: { id: string; account: AccountRow; body: Enrolment },
): Result<NewFactor, AuthFailure> {
  switch (body.factor_type) {
    case 'totp': {
      // Told here and never again.
      const secret = newSecret()
      const uri = uriOf(secret, body.issuer || config.productName, account.email ?? account.id)
      return succeed({ sealedSecret: seal(keys, id, secret), told: { totp: { qr_code: qrCodeOf(uri), secret, uri } } })
    }
    case 'phone': {
      const phone = readPhone(body.phone)
      return phone.ok ? succeed({ phone: phone.value, told: { phone: body.phone } }) : phone
    }
    case 'webauthn':
      return isWebauthnPossible(config) ? succeed({}) : fail({ kind: 'webauthn-factors-disabled' })
    default:
      return fail({ kind: 'factor-type' })
  }
}
