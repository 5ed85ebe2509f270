import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken } from './client.ts'
import { config } from './config.ts'
import { texts } from '../texts/texts.ts'
import { authFetch } from './session-fetch.ts'

/** An error of the server; `hint` comes with those of the database. */
export interface Refusal {
  /** Of the HTTP response, where there was one. */
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly hint?: string | null | undefined
  readonly message: string
}

/** An error message for the user; `code` is the server's, if a caller needs it. */
export interface Failure {
  readonly title: string
  readonly description: string
  readonly code?: string | undefined
}

/**
 * Our message for an error code, else the server's.
 * @example
 * failureOf({ code: 'unknown_code', message: 'Not today' }, 'Not saved')
 * // { title: 'Not saved', description: 'Not today', code: 'unknown_code' }
 */
export function failureOf({ code: given, hint, message }: Refusal, title: string): Failure {
  const code = hint === 'reauthentication_needed' ? hint : given
  if (code === 'over_request_rate_limit') return texts.auth.tooManyTries
  const words: Readonly<Record<string, string>> = texts.auth.refusals
  return { title, description: words[code ?? ''] ?? message, code }
}

/** Calls an auth endpoint that the client has no method for, as the signed-in user. */
export async function authRequest<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Result<Answer, Refusal>> {
  const { supabaseUrl, supabaseKey } = config()
  try {
    const response = await authFetch(`${supabaseUrl}/auth/v1${path}`, {
      method,
      headers: {
        apikey: supabaseKey,
        authorization: `Bearer ${(await accessToken()) ?? ''}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.ok) return succeed((await response.json()) as Answer)
    // A server that has no such endpoint may answer without a body.
    const { code, message = response.statusText } = (await response.json().catch(() => ({}))) as Partial<Refusal>
    return fail({ status: response.status, code, message })
  } catch {
    return fail({ message: texts.unreachable })
  }
}
