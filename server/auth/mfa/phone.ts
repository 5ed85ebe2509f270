import { createHash, randomInt } from 'node:crypto'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { networkOf } from '../../http/network.ts'
import { CHALLENGE_SECONDS } from '../constants.ts'
import type { AuthContext } from '../http/context.ts'
import type { AuthFailure } from '../http/errors.ts'
import type { LimitCheck } from '../http/rate-limits.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { MacKey } from '../sessions/keys.ts'

/** Digits of a whole E.164 number; shorter ones are services that bill. */
const E164_DIGITS = /^[1-9]\d{6,14}$/

/**
 * Validates a number, and returns its digits, as GoTrue stores it (supabase/auth internal/api/phone.go).
 * @example
 * readPhone('+351 912 345 678') // { ok: true, value: '351912345678' }
 * readPhone('112') // { ok: false, failure: { kind: 'phone-invalid' } }
 */
export function readPhone(given: string): Result<string, AuthFailure> {
  if (given === '') return fail({ kind: 'phone-missing' })
  const digits = given.replace(/^\+/, '').replaceAll(/\s/g, '')
  return E164_DIGITS.test(digits) ? succeed(digits) : fail({ kind: 'phone-invalid' })
}

/**
 * Keyed, and bound to one challenge: a plain hash of six digits can be brute-forced.
 * @example
 * import { macOf } from '../sessions/keys.ts'
 * const keys = { mac: macOf.bind(undefined, 'the key of this server') }
 * sentCodeHash(keys, '5f0c', '123456') === sentCodeHash(keys, '6a1d', '123456') // false
 */
export const sentCodeHash = (keys: MacKey, challengeId: string, code: string): string =>
  keys.mac('factor-sent-code', 'sha256', `${challengeId}${code}`).toString('hex')

interface Recipient {
  readonly userId: string
  readonly phone: string
  /** Whether the user has proven to own the number. */
  readonly isOwn: boolean
}

/** Sends the code that answers a challenge. @returns its hash, once the message was accepted */
export async function sendCode(
  parts: Pick<AuthDependencies, 'keys' | 'config' | 'sms' | 'limits'>,
  c: AuthContext,
  { challengeId, ...to }: Recipient & { readonly challengeId: string },
): Promise<Result<string, AuthFailure>> {
  const { keys, sms, limits } = parts
  const daily = dailyLimitsOf(to)
  const network: LimitCheck = { limit: 'text-messages-from', of: networkOf(c.var.clientAddress) }
  // The daily ones are counted after the minute's, so that refused messages do not count.
  const wait = (await limits.admit({ limit: 'text-message', of: to.userId })) || (await limits.admit(...daily, network))
  if (wait > 0) return fail({ kind: 'sms-too-soon', detail: String(wait), retryAfterSeconds: wait })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  if (await sms.send({ phone: `+${to.phone}`, text: textOf(parts, code) }))
    return succeed(sentCodeHash(keys, challengeId, code))
  // An outage of the gateway must not use up a user's day. The network's count limits what a gateway sends without
  // accepting it.
  await limits.giveBack(...daily)
  return fail({ kind: 'sms-failed' })
}

/** A number's messages to users who have proven it count apart, so that strangers who enrol it cannot use them up. */
const dailyLimitsOf = ({ userId, phone, isOwn }: Recipient): LimitCheck[] => [
  { limit: 'text-messages-of-user', of: userId },
  {
    limit: isOwn ? 'text-messages-to-own-phone' : 'text-messages-to-phone',
    of: createHash('sha256').update(phone).digest('hex').slice(0, 32),
  },
]

/** The last line binds the code to this site, for browsers and phones that fill it in (WICG, origin-bound codes). */
const textOf = ({ config: { productName, publicUrl } }: Pick<AuthDependencies, 'config'>, code: string): string =>
  `${code} is your ${productName} code. It works once, for ${CHALLENGE_SECONDS / 60} minutes.\n\n@${new URL(publicUrl).hostname} #${code}`
