import type { Factor, User } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { failureOf, type Failure } from '../../lib/session/auth-request.ts'
import { auth, tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { recoveryCodesLeft } from './factors.ts'

export interface Enrolment {
  readonly id: string
  /** The QR code, as a data URL. */
  readonly qrCode: string
  /** Base32, for manual entry. */
  readonly secret: string
}

/** Removes an unverified factor of this kind, so that its name is free. */
export async function removeUnverified({ factors = [] }: User, type: Factor['factor_type']): Promise<void> {
  const unfinished = factors.filter(({ status, factor_type }) => status === 'unverified' && factor_type === type)
  await Promise.all(unfinished.map(({ id }) => removeUnverifiedFactor(id)))
}

/** Enrols an authenticator app. */
export async function enrolApp(name: string, user: User): Promise<Result<Enrolment, Failure>> {
  await removeUnverified(user, 'totp')
  const { data, error } = await auth().mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) return fail(failureOf(error, accountTexts.factorFailed))
  return succeed({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
}

/** Removes an unverified factor. If that fails, the server removes it after some minutes. */
export async function removeUnverifiedFactor(factorId: string): Promise<void> {
  const { error } = await auth().mfa.unenroll({ factorId })
  if (error) console.error('An enrolment was left behind', error)
}

export async function removeFactor(factorId: string): Promise<Result<null, Failure>> {
  const { error } = await auth().mfa.unenroll({ factorId })
  // The token and the stored user contain the factor until they are refreshed.
  if (!error) await auth().refreshSession()
  return error ? fail(failureOf(error, accountTexts.factorFailed)) : succeed(null)
}

/** Whether the user has proven to own the account's address. */
export async function isEmailProven(): Promise<Result<boolean, Failure>> {
  const { data, error } = await (await tables()).rpc('is_my_address_proven')
  return error ? fail(failureOf(error, accountTexts.factorFailed)) : succeed(data)
}

/** The number of recovery codes left. */
export const recoveryCodesQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.recoveryCodes(user),
    queryFn: async () => {
      const left = await recoveryCodesLeft()
      if (left === undefined) throw new Error(accountTexts.recoveryCodesLoadFailed)
      return left
    },
    meta: { failed: accountTexts.recoveryCodesLoadFailed },
  })
