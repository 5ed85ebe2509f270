import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { AuthContext } from '../http/context.ts'
import type { OAuthFailure } from './oauth-error.ts'

/** Bytes of a parameter. */
const MAX_PARAMETER = 4096

/** RequestParameters of a request; a missing one is the empty text. */
export type RequestParameters = (name: string) => string

/**
 * Reads the parameters of a query or a form. One that is there twice is refused (RFC 6749, 3.1).
 * @example
 * const read = readParameters('state=a+b&code=')
 * read.ok && read.value('state') // 'a b'
 * readParameters('state=a&state=b')
 * // { ok: false, failure: { error: 'invalid_request', description: 'the parameter state is there twice' } }
 */
export function readParameters(text: string): Result<RequestParameters, OAuthFailure> {
  const values = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    const problem = problemOf(values.has(name), value)
    if (problem) return fail({ error: 'invalid_request', description: `the parameter ${name.slice(0, 40)} ${problem}` })
    values.set(name, value)
  }
  return succeed((name) => values.get(name) ?? '')
}

function problemOf(isThere: boolean, value: string): string | undefined {
  if (isThere) return 'is there twice'
  if (value.length > MAX_PARAMETER) return 'is too long'
  // PostgreSQL stores no text with one.
  return value.includes('\0') ? 'has a NUL' : undefined
}

/** The parameters in the URL. */
export const readQuery = (c: AuthContext): Result<RequestParameters, OAuthFailure> =>
  readParameters(new URL(c.req.url).search)

/** The parameters in the body: a form, or JSON as Supabase takes it too. @throws {BodyRefused} */
export async function readForm(c: AuthContext): Promise<Result<RequestParameters, OAuthFailure>> {
  const body = await c.var.readText()
  if (!c.req.header('content-type')?.includes('application/json')) return readParameters(body)
  try {
    const fields = Object.entries(JSON.parse(body) as object).filter(([, value]) => typeof value === 'string')
    return readParameters(new URLSearchParams(fields as [string, string][]).toString())
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    return fail({ error: 'invalid_request', description: 'the body is not JSON' })
  }
}
