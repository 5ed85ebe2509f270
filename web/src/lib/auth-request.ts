import { fail, succeed, type Result } from '../../../domain/result.ts'
import { accessToken, config } from './client.ts'
import { texts } from './texts.ts'
import { inOwnTime } from './token-life.ts'

/** A refusal of the server; `hint` comes with those of the database. */
export interface Refusal {
  readonly code?: string | undefined
  readonly hint?: string | null | undefined
  readonly message: string
}

/** Asks an endpoint of accounts for which the accounts client has no method, as the signed-in user. */
export async function authRequest<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Result<Answer, Refusal>> {
  const { supabaseUrl, supabaseKey } = config()
  try {
    const answer = await inOwnTime(`${supabaseUrl}/auth/v1${path}`, {
      method,
      headers: {
        apikey: supabaseKey,
        authorization: `Bearer ${(await accessToken()) ?? ''}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const told = (await answer.json()) as Answer & { readonly code?: string; readonly message?: string }
    return answer.ok ? succeed(told) : fail({ code: told.code, message: told.message ?? answer.statusText })
  } catch {
    return fail({ message: texts.unreachable })
  }
}
