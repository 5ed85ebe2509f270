import type { Transaction } from '../database/database.ts'

/**
 * What the audit table tells about accounts; signing in, a refresh token that comes back, a proof in place, factors that are added, passed and
 * removed, and recovery codes that are made and used are written where they happen, in SQL.
 */
export type AuditAction =
  | 'sign-in-failed'
  | 'signed-out'
  | 'factor-failed'
  | 'recovery-code-failed'
  | 'reauthentication-failed'
  | 'password-changed'
  | 'email-change-asked'
  | 'email-changed'
  | 'account-created'
  | 'account-changed'
  | 'account-deleted'
  | 'link-made'
  | 'invited'

export interface AuditEntry {
  readonly at: Date
  readonly action: AuditAction
  /** The user who acted; absent for the secret key, and for unknown users. */
  readonly actor?: string | undefined
  /** Whom or what it concerns: a user's id, or the hash of an e-mail address. */
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
