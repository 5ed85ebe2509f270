import { createHash, randomInt } from 'node:crypto'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { networkOf } from '../../http/network.ts'
import { CHALLENGE_SECONDS } from '../constants.ts'
import type { AuthContext } from '../http/context.ts'
import type { AuthFailure } from '../http/errors.ts'
import type { LimitCheck } from '../http/rate-limits.ts'
import type { AuthParts } from '../parts.ts'
import type { Keys } from '../sessions/keys.ts'

/** Digits of a whole E.164 number; shorter ones are services that bill. */
const E164_DIGITS = /^[1-9]\d{6,14}$/

/** Validates a number, and returns its digits, as GoTrue stores it (supabase/auth internal/api/phone.go). */
export function readPhone(given: string): Result<string, AuthFailure> {
  if (given === '') return fail({ kind: 'phone-missing' })
  const digits = given.replace(/^\+/, '').replaceAll(/\s/g, '')
  return E164_DIGITS.test(digits) ? succeed(digits) : fail({ kind: 'phone-invalid' })
}

/** Keyed, and bound to one challenge: a plain hash of six digits can be brute-forced. */
export const sentCodeHash = (keys: Keys, challengeId: string, code: string): string =>
  keys.mac('factor-sent-code', 'sha256', `${challengeId}${code}`).toString('hex')

/** Sends the code that answers a challenge. @returns its hash, once the message was accepted */
export async function sendCode(
  parts: Pick<AuthParts, 'keys' | 'config' | 'sms' | 'limits'>,
  c: AuthContext,
  { userId, phone, challengeId }: { userId: string; phone: string; challengeId: string },
): Promise<Result<string, AuthFailure>> {
  const wait = await waitForMessage(parts, c, userId, phone)
  if (wait > 0) return fail({ kind: 'sms-too-soon', detail: String(wait), retryAfterSeconds: wait })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const isAccepted = await parts.sms.send({ phone: `+${phone}`, text: textOf(parts, code) })
  return isAccepted ? succeed(sentCodeHash(parts.keys, challengeId, code)) : fail({ kind: 'sms-failed' })
}

/** Rate limits of text messages. The daily ones are counted after the minute's, so that refused messages do not count. */
async function waitForMessage(
  { limits }: Pick<AuthParts, 'limits'>,
  c: AuthContext,
  userId: string,
  phone: string,
): Promise<number> {
  const daily: LimitCheck[] = [
    { limit: 'text-messages-of-user', of: userId },
    { limit: 'text-messages-to-phone', of: createHash('sha256').update(phone).digest('hex').slice(0, 32) },
    { limit: 'text-messages-from', of: networkOf(c.var.clientAddress) },
  ]
  return (await limits.admit({ limit: 'text-message', of: userId })) || limits.admit(...daily)
}

/** The last line binds the code to this site, for browsers and phones that fill it in (WICG, origin-bound codes). */
const textOf = ({ config: { productName, publicUrl } }: Pick<AuthParts, 'config'>, code: string): string =>
  `${code} is your ${productName} code. It works once, for ${CHALLENGE_SECONDS / 60} minutes.\n\n@${new URL(publicUrl).hostname} #${code}`
