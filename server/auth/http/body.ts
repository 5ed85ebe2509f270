import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { isDeeperThan, MAX_JSON_DEPTH } from '../../http/json-depth.ts'
import type { AuthContext } from './context.ts'
import type { AuthFailure } from './errors.ts'

/**
 * A text field as Go reads it: absent and null are empty, and half a surrogate pair is U+FFFD.
 * @example
 * text.parse(null) // ''
 * text.parse('Go \uD83D') // 'Go \uFFFD'
 */
export const text = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').replaceAll(/\p{Cs}/gu, '\uFFFD'))

export const metadata = z.record(z.string(), z.unknown()).nullish()

/** Parses a JSON body; unknown keys are ignored, since clients send further ones. @throws {BodyRefused} */
export async function readBody<Schema extends z.ZodType>(
  c: AuthContext,
  schema: Schema,
): Promise<Result<z.output<Schema>, AuthFailure>> {
  const body = await c.var.readText()
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
