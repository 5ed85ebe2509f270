import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { chosenPasswordError, passwordError } from '../accounts/passwords.ts'
import { metadataError } from '../accounts/validate.ts'
import { metadata, text } from '../http/body.ts'
import type { AuthFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'

/** The fields that an administrator may set. A role is refused: every account's token has `authenticated`. */
export const accountFields = z.object({
  id: z.guid().nullish(),
  email: text,
  password: text,
  password_hash: text,
  /** Whether the account's user has chosen the password: then it is none of the common ones. */
  password_chosen: z.boolean().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
  role: text,
  phone: text,
})

export type AccountFields = z.output<typeof accountFields>

/**
 * @example
 * checkFields(accountFields.parse({ ban_duration: '24h' })) // { ok: true, value: { banSeconds: 86_400 } }
 * checkFields(accountFields.parse({ role: 'service_role' }))
 * // { ok: false, failure: { kind: 'admin-field', detail: 'the role of an account is always authenticated' } }
 */
export async function checkFields({
  role,
  phone,
  password,
  password_chosen,
  user_metadata,
  ban_duration,
}: AccountFields): Promise<Result<{ banSeconds: number | undefined }, AuthFailure>> {
  if (role !== '' && role !== 'authenticated') {
    return fail({ kind: 'admin-field', detail: 'the role of an account is always authenticated' })
  }
  if (phone !== '') return fail({ kind: 'phone-disabled' })
  const check = password_chosen ? chosenPasswordError : passwordError
  const error = password === '' ? undefined : await check(password)
  if (error) return fail({ kind: error })
  const tooLarge = metadataError(user_metadata)
  if (tooLarge) return fail(tooLarge)
  if (ban_duration === '') return succeed({ banSeconds: undefined })
  const banSeconds = readDuration(ban_duration)
  if (banSeconds === undefined) {
    return fail({ kind: 'admin-field', detail: `invalid format for ban duration: ${ban_duration}` })
  }
  return succeed({ banSeconds })
}

/** Hashes the password, or returns the given hash, or null without either. */
export const hashOf = async (
  { passwords }: Pick<AuthDependencies, 'passwords'>,
  { password, password_hash }: AccountFields,
): Promise<string | null> => (password === '' ? password_hash || null : passwords.hash(password))

/** Maximum of Go's durations: 292 years. */
const MAX_DURATION_SECONDS = 9_223_372_036

const secondsPerUnit: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }

/**
 * Parses a duration in Go's format (`24h`, `1h30m`) to seconds; `none` is 0.
 * @example
 * readDuration('1h30m') // 5400
 * readDuration('none') // 0
 * readDuration('forever') // undefined
 */
export function readDuration(duration: string): number | undefined {
  if (duration === 'none') return 0
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) return undefined
  const seconds = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (secondsPerUnit[unit ?? ''] ?? 0),
    0,
  )
  return seconds <= MAX_DURATION_SECONDS ? seconds : undefined
}

/** Bans a user for a number of seconds from `at`; 0 lifts the ban. */
export async function ban(transaction: Transaction, id: string, seconds: number, at: Date): Promise<void> {
  const until = seconds === 0 ? null : new Date(at.getTime() + seconds * 1000)
  await transaction.query('update auth.users set banned_until = $2 where id = $1', [id, until])
}
