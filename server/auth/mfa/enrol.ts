import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { AccountRow } from '../accounts/user-shape.ts'
import { findById } from '../accounts/users.ts'
import { FACTOR_NAME_CHARACTERS, FACTORS } from '../constants.ts'
import { readBody, text } from '../http/body.ts'
import type { Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { isRecentlyProven } from '../sessions/reauthenticate.ts'
import { factorInPath } from './challenge.ts'
import { readPhone } from './phone.ts'
import { seal } from './sealed-secrets.ts'
import { newSecret, qrCodeOf, uriOf } from './totp.ts'
import { isWebauthnPossible } from './webauthn.ts'

const enrolment = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })

type Enrolment = z.infer<typeof enrolment>

/** The stored fields of a new factor, and further fields of the reply. */
interface NewFactor {
  readonly sealedSecret?: string
  readonly phone?: string
  readonly reply?: object
}

type Enrolled = 'enrolled' | 'too-many-factors' | 'factor-name-taken' | 'phone-factor-exists'

/** MFA enrolment, POST /factors: adds a second factor, which takes effect once it is verified. */
export const enrolFactor =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'clock'>): Handler =>
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

    const { sealedSecret = null, phone = null, reply } = factor.value
    const [row] = await database.query<{ outcome: Enrolled }>(
      'select server.enrol_factor($1, $2, $3, $4, $5, $6, $7, $8) as outcome',
      [account.id, id, type, name, sealedSecret, clock(), JSON.stringify(FACTORS), phone],
    )
    if (row?.outcome !== 'enrolled') return refuse(c, row?.outcome ?? 'unexpected', { detail: name })
    return c.json({ id, type, friendly_name: name, ...reply })
  }

function newFactor(
  { keys, config }: Pick<AuthDependencies, 'keys' | 'config'>,
  { id, account, body }: { id: string; account: AccountRow; body: Enrolment },
): Result<NewFactor, AuthFailure> {
  switch (body.factor_type) {
    case 'totp': {
      // The only response with the secret.
      const secret = newSecret()
      const uri = uriOf(secret, body.issuer || config.productName, account.email ?? account.id)
      return succeed({ sealedSecret: seal(keys, id, secret), reply: { totp: { qr_code: qrCodeOf(uri), secret, uri } } })
    }
    case 'phone': {
      const phone = readPhone(body.phone)
      return phone.ok ? succeed({ phone: phone.value, reply: { phone: body.phone } }) : phone
    }
    case 'webauthn':
      return isWebauthnPossible(config) ? succeed({}) : fail({ kind: 'webauthn-factors-disabled' })
    default:
      return fail({ kind: 'factor-type' })
  }
}

/** DELETE /factors/{id}: requires aal2 of a user with a verified one. Downgrades the sessions that it raised to aal1. */
export const unenrolFactor =
  ({ database, clock, sessions }: Pick<AuthDependencies, 'database' | 'clock' | 'sessions'>): Handler =>
  async (c) => {
    const { aal, caller } = c.var.signedIn
    const id = factorInPath(c)
    const account = (await findById(database, caller.userId))?.account
    const factor = account?.factors.find((one) => one.id === id)
    if (!account || !factor) return refuse(c, 'factor-not-found')
    const hasFactor = account.factors.some(({ status }) => status === 'verified')
    if (hasFactor && aal !== 'aal2') return refuse(c, 'aal2-to-unenrol')
    // An unverified factor protects nothing yet, unless another request verifies it now.
    if (factor.status === 'unverified') {
      const removed = await database.query(
        `delete from auth.mfa_factors where id = $1 and status = 'unverified' returning id`,
        [factor.id],
      )
      return removed.length > 0 ? c.json({ id: factor.id }) : refuse(c, 'factor-not-found')
    }
    if (!(await isRecentlyProven({ database, clock }, c))) {
      return refuse(c, 'reauthentication-needed', { detail: 'This change' })
    }
    const [row] = await database.query<{ lowered: string[] }>(
      'select to_jsonb(server.remove_factor($1, $2, $3)) as lowered',
      [factor.id, caller.userId, clock()],
    )
    sessions.forget(row?.lowered ?? [])
    return c.json({ id: factor.id })
  }
