import type { Invitation, InvitationRefusal } from '../../../../domain/invitations.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { config } from '../../lib/session/config.ts'
import { texts } from '../../lib/texts/texts.ts'

/** Request timeout, milliseconds. */
const REQUEST_TIMEOUT_MS = 20_000

/** No code when the server is unreachable, busy, or refuses the password. */
export interface Refusal {
  readonly code?: InvitationRefusal
  readonly error: string
}

export const readInvitation = (token: string) => ask<Invitation>({ action: 'show', token })

export interface NewAccount {
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

/** Makes the account. @returns its address */
export const acceptInvitation = (token: string, { firstName, lastName, password }: NewAccount) =>
  ask<Pick<Invitation, 'email'>>({ action: 'accept', token, first_name: firstName, last_name: lastName, password })

async function ask<Answer>(body: object): Promise<Result<Answer, Refusal>> {
  const { supabaseUrl, supabaseKey } = config()
  try {
    const response = await fetch(`${supabaseUrl}/functions/v1/invitation`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: supabaseKey },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const answer = (await response.json()) as unknown
    return response.ok ? succeed(answer as Answer) : fail(answer as Refusal)
  } catch {
    return fail({ error: texts.unreachable })
  }
}
