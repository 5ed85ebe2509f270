import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { isDeeperThan, MAX_JSON_DEPTH } from '../../http/json-depth.ts'
import { EMAIL_BYTES, USER_METADATA_BYTES } from '../constants.ts'
import type { AuthContext } from './context.ts'
import type { AuthFailure } from './errors.ts'

/** A text field as Go reads it: absent and null are empty, and half a surrogate pair is U+FFFD. */
export const text = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').replaceAll(/\p{Cs}/gu, '\uFFFD'))

export const metadata = z.record(z.string(), z.unknown()).nullish()

/** Parses a JSON body; unknown keys are ignored, since clients send further ones. */
export async function readBody<Schema extends z.ZodType>(
  c: AuthContext,
  schema: Schema,
): Promise<Result<z.output<Schema>, AuthFailure>> {
  const body = await c.req.text()
  try {
    const value: unknown = JSON.parse(body)
    if (isDeeperThan(MAX_JSON_DEPTH, value))
      return fail({ kind: 'bad-json', detail: `nested deeper than ${MAX_JSON_DEPTH}` })
    const parsed = schema.safeParse(value)
    if (parsed.success) return succeed(parsed.data)
    const [issue] = parsed.error.issues
    return fail({ kind: 'bad-json', detail: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The parser's own message quotes the body, which may contain a password.
    return fail({ kind: 'bad-json', detail: body === '' ? 'the body is empty' : 'it is not JSON' })
  }
}

/** The browsers' rule for `<input type=email>`. A space is an error; nothing is trimmed. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Validates an e-mail address, and returns it in lower case, as it is stored. */
export function readEmail(given: string): Result<string, AuthFailure> {
  if (given === '') return fail({ kind: 'email-missing' })
  const email = given.toLowerCase()
  if (Buffer.byteLength(email) > EMAIL_BYTES || !EMAIL.test(email)) return fail({ kind: 'email-invalid' })
  return succeed(email)
}

/** Validates the size of user metadata: it is part of the access token, which must fit a header. */
export function metadataError(data: unknown): AuthFailure | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(data ?? {}))
  return bytes > USER_METADATA_BYTES ? { kind: 'metadata-too-large', detail: String(USER_METADATA_BYTES) } : undefined
}
