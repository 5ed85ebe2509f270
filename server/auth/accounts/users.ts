import { createHash } from 'node:crypto'
import { DatabaseError, isTemporary, type Transaction } from '../../database/database.ts'
import type { Log } from '../../log.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../http/context.ts'
import type { AuthFailure } from '../http/errors.ts'
import type { AccountRow, Metadata } from './user-shape.ts'

type Queries = Pick<Transaction, 'query'>

export interface StoredAccount {
  readonly account: AccountRow
  /** PHC format; null for an account without a password. */
  readonly passwordHash: string | null
}

const findBy = async (queries: Queries, condition: string, value: string): Promise<StoredAccount | undefined> => {
  const [row] = await queries.query<StoredAccount>(
    `select server.account_json(u) as account, u.encrypted_password as "passwordHash"
     from auth.users u where ${condition}`,
    [value],
  )
  return row
}

export const findByEmail = (queries: Queries, email: string) =>
  findBy(queries, 'u.email = $1 and u.is_sso_user = false', email)

export const findById = (queries: Queries, id: string) => findBy(queries, 'u.id = $1', id)

export interface NewAccount {
  readonly id: string
  readonly email: string
  readonly passwordHash: string | null
  readonly data: Metadata
  readonly appData?: Metadata
  readonly confirmedAt: Date | null
  readonly at: Date
}

/** A call of server.create_account with parameters from `$1` on, for use in a larger statement. */
export const createAccountSql = 'server.create_account($1, $2, $3, $4, $5, $6, $7)'

export const createAccountValues = ({ id, email, passwordHash, data, appData, confirmedAt, at }: NewAccount) => [
  id,
  email,
  passwordHash,
  JSON.stringify(data),
  JSON.stringify(appData ?? {}),
  confirmedAt,
  at,
]

export async function createAccount(queries: Queries, account: NewAccount): Promise<void> {
  await queries.query(`select ${createAccountSql}`, createAccountValues(account))
}

/** Whether a write failed because the e-mail address has an account. */
export const isEmailTaken = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.failure.kind === 'postgres' &&
  error.failure.sqlState === '23505' &&
  error.failure.constraint === 'users_email_partial_key'

/**
 * Identifies an e-mail address in logs and limits without revealing it.
 * @example
 * emailHash('ana@acme.com') // '519f0e94af08f318f898d58258bfd4f4'
 */
export const emailHash = (email: string): string => createHash('sha256').update(email).digest('hex').slice(0, 32)

/**
 * @example
 * isBanned({ banned_until: '2026-03-03T00:00Z' }, new Date('2026-03-02')) // true
 * isBanned({ banned_until: null }, new Date('2026-03-02')) // false
 */
export const isBanned = ({ banned_until }: Pick<AccountRow, 'banned_until'>, at: Date): boolean =>
  banned_until !== null && new Date(banned_until) > at

/** Marks an account that an administrator has prepared: while it waits for its user, no sign-up replaces it. */
export async function markPrepared(queries: Queries, id: string, at: Date): Promise<void> {
  await queries.query(
    'update auth.users set invited_at = $2 where id = $1 and invited_at is null and email_confirmed_at is null',
    [id, at],
  )
}

/** Whether no one has used or prepared the account: its address was never confirmed, and no one signed in or was invited. */
export const isUnused = (account: AccountRow, at: Date): boolean =>
  account.email_confirmed_at === null &&
  account.last_sign_in_at === null &&
  account.invited_at === null &&
  !isBanned(account, at)

/** Deletes an account, with all that belongs to it, if it is still unused. */
export async function deleteUnused(queries: Queries, id: string, at: Date): Promise<void> {
  const deleted = await queries.query(
    `delete from auth.users
     where id = $1 and email_confirmed_at is null and last_sign_in_at is null and invited_at is null returning id`,
    [id],
  )
  if (deleted.length > 0) await audit(queries, { at, action: 'unused-account-replaced', subject: id })
}

/**
 * Merges metadata; null deletes a key.
 * @example
 * mergeMetadata({ first_name: 'Ana', theme: 'dark' }, { theme: null, last_name: 'Sousa' })
 * // { first_name: 'Ana', last_name: 'Sousa' }
 */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null))
}

/**
 * Revokes everything that could still open an account when its owner recovers it: mailed links, codes of opened links,
 * and calendar feeds. Triggers do it when this column is set, which GoTrue clears.
 */
export async function revokeAccessBeforeRecovery(queries: Queries, userId: string): Promise<void> {
  await queries.query(`update auth.users set recovery_token = '' where id = $1`, [userId])
}

/** Maps an error while creating or changing an account. A trigger creates the profile; if it fails, so does the account. */
export function createAccountFailure({ log }: { readonly log: Log }, c: AuthContext, error: unknown): AuthFailure {
  if (isEmailTaken(error)) return { kind: 'user-exists' }
  const sqlState = error instanceof DatabaseError ? error.sqlState : undefined
  // Class 22: a value that PostgreSQL cannot store. The request is invalid, not the server.
  if (sqlState === undefined || sqlState.startsWith('22') || isTemporary(error)) throw error
  // P0001: what a trigger raises, in words. 23514: a check, which has none.
  if (sqlState === 'P0001') return { kind: 'account-refused', detail: (error as DatabaseError).message }
  if (sqlState === '23514') return { kind: 'account-refused', detail: 'The data of the account is not valid' }
  log({ kind: 'request-failed', requestId: c.var.requestId, path: c.req.path, cause: error })
  return { kind: 'saving-user-failed' }
}
