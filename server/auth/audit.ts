import type { Transaction } from '../database/database.ts'

/**
 * Actions in the audit log that TypeScript records. SQL functions record the others: sign-ins, reused refresh tokens,
 * proofs in place, apps that are connected, factors that are added, verified and removed, and recovery codes that are created and used.
 */
export type AuditAction =
  | 'sign-in-failed'
  | 'signed-out'
  | 'factor-failed'
  | 'recovery-code-failed'
  | 'reauthentication-failed'
  | 'password-changed'
  | 'email-change-requested'
  | 'email-changed'
  | 'account-created'
  | 'account-changed'
  | 'account-deleted'
  | 'unused-account-replaced'
  | 'link-generated'
  | 'invited'
  | 'oauth-client-registered'
  | 'oauth-client-changed'
  | 'oauth-client-deleted'
  | 'oauth-app-disconnected'

export interface AuditEntry {
  readonly at: Date
  readonly action: AuditAction
  /** The acting user; absent for the secret key and for unknown users. */
  readonly actor?: string | undefined
  /** The affected user's id, or the hash of an e-mail address. */
  readonly subject?: string | undefined
  readonly details?: Readonly<Record<string, string | null>>
}

export async function audit(queries: Pick<Transaction, 'query'>, entry: AuditEntry): Promise<void> {
  await queries.query('insert into server.audit (at, actor, action, subject, details) values ($1, $2, $3, $4, $5)', [
    entry.at,
    entry.actor ?? null,
    entry.action,
    entry.subject ?? null,
    JSON.stringify(entry.details ?? {}),
  ])
}
