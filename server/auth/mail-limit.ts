import { emailHash } from './accounts.ts'
import type { AuthFailure } from './errors.ts'
import type { MailKind } from './mail-texts.ts'
import type { AuthParts } from './parts.ts'

/** One mail of a kind a minute to one address, whether or not it has an account. */
export async function mailTooSoon(
  { limits }: AuthParts,
  kind: MailKind,
  email: string,
): Promise<AuthFailure | undefined> {
  const wait = await limits.admit({ limit: 'mail-to', of: `${kind}:${emailHash(email)}` })
  return wait === 0 ? undefined : { kind: 'mail-too-soon', detail: String(wait), retryAfterSeconds: wait }
}
