import { fail, type Result, succeed } from '../../../domain/result.ts'
import { EMAIL_BYTES, USER_METADATA_BYTES } from '../constants.ts'
import type { AuthFailure } from '../http/errors.ts'

/** The browsers' rule for `<input type=email>`. A space is an error; nothing is trimmed. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/**
 * Validates an e-mail address, and returns it in lower case, as it is stored.
 * @example
 * readEmail('Ana@Acme.com') // { ok: true, value: 'ana@acme.com' }
 * readEmail(' ana@acme.com') // { ok: false, failure: { kind: 'email-invalid' } }
 */
export function readEmail(given: string): Result<string, AuthFailure> {
  if (given === '') return fail({ kind: 'email-missing' })
  // As given: the Kelvin sign is `k` in lower case, which would be another person's address.
  if (Buffer.byteLength(given) > EMAIL_BYTES || !EMAIL.test(given)) return fail({ kind: 'email-invalid' })
  return succeed(given.toLowerCase())
}

/**
 * Validates the size of user metadata: it is part of the access token, which must fit a header.
 * @example
 * metadataError({ first_name: 'Ana' }) // undefined
 * metadataError({ about: 'x'.repeat(5000) })?.kind // 'metadata-too-large'
 */
export function metadataError(data: unknown): AuthFailure | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(data ?? {}))
  return bytes > USER_METADATA_BYTES ? { kind: 'metadata-too-large', detail: String(USER_METADATA_BYTES) } : undefined
}
