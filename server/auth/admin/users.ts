import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { type AccountRow, adminUserShape } from '../accounts/user-shape.ts'
import {
  createAccount,
  findById,
  isEmailTaken,
  mergeMetadata,
  createAccountFailure,
  markPrepared,
  type StoredAccount,
} from '../accounts/users.ts'
import { readEmail } from '../accounts/validate.ts'
import { audit } from '../audit.ts'
import { readBody } from '../http/body.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { OF_LOCKED_USER } from '../sessions/sessions.ts'
import { accountFields, ban, checkFields, hashOf } from './fields.ts'
import { readPage, rowsOf, setPageHeaders } from './pages.ts'

type WriteDeps = Pick<AuthDependencies, 'database' | 'log' | 'clock' | 'passwords' | 'sessions'>

/** GET /admin/users?page=&per_page=, newest first. */
export const listUsers =
  ({ database }: Pick<AuthDependencies, 'database'>): Handler =>
  async (c) => {
    const page = readPage(c)
    if (!page) {
      return refuse(c, 'admin-field', { detail: 'Bad Pagination Parameters: page and per_page count from 1' })
    }
    const { limit, offset } = rowsOf(page)
    const [users, counted] = await Promise.all([
      database.query<{ account: AccountRow }>(
        `select server.account_json(u) as account from auth.users u
         order by u.created_at desc, u.id limit $1 offset $2`,
        [limit, offset],
      ),
      database.query<{ total: number }>('select count(*)::integer as total from auth.users'),
    ])
    setPageHeaders(c, page, counted[0]?.total ?? 0)
    return c.json({ users: users.map(({ account }) => adminUserShape(account)), aud: 'authenticated' })
  }

/** GET /admin/users/{id} */
export const readUser =
  (parts: Pick<AuthDependencies, 'database'>): Handler =>
  async (c) => {
    const stored = await userInPath(parts, c)
    return stored.ok ? c.json(adminUserShape(stored.value.account)) : refuseFailure(c, stored.failure)
  }

/** POST /admin/users */
export const createUser =
  (parts: WriteDeps): Handler =>
  async (c) => {
    const body = await readBody(c, accountFields)
    if (!body.ok) return refuseFailure(c, body.failure)
    const checked = await checkFields(body.value)
    if (!checked.ok) return refuseFailure(c, checked.failure)
    const email = readEmail(body.value.email)
    if (!email.ok) return refuseFailure(c, email.failure)
    const { banSeconds } = checked.value
    const at = parts.clock()
    const id = body.value.id ?? crypto.randomUUID()
    const passwordHash = await hashOf(parts, body.value)
    return writeAccount(parts, c, id, 'account-created', async (transaction) => {
      await createAccount(transaction, {
        id,
        email: email.value,
        passwordHash,
        data: body.value.user_metadata ?? {},
        appData: body.value.app_metadata ?? {},
        confirmedAt: body.value.email_confirm ? at : null,
        at,
      })
      await markPrepared(transaction, id, at)
      // The holder of the secret key vouches for the address.
      if (body.value.email_confirm) await transaction.query('select server.record_email_proof($1, $2)', [id, at])
      if (banSeconds !== undefined) await ban(transaction, id, banSeconds, at)
      return []
    })
  }

/** PUT /admin/users/{id}: a new password or a ban revokes all of the user's sessions. */
export const changeUser =
  (parts: WriteDeps): Handler =>
  async (c) => {
    const stored = await userInPath(parts, c)
    if (!stored.ok) return refuseFailure(c, stored.failure)
    const body = await readBody(c, accountFields)
    if (!body.ok) return refuseFailure(c, body.failure)
    const checked = await checkFields(body.value)
    if (!checked.ok) return refuseFailure(c, checked.failure)
    const email = body.value.email === '' ? succeed(null) : readEmail(body.value.email)
    if (!email.ok) return refuseFailure(c, email.failure)
    const { banSeconds } = checked.value
    const { account } = stored.value
    const at = parts.clock()
    const passwordHash = await hashOf(parts, body.value)
    return writeAccount(parts, c, account.id, 'account-changed', async (transaction) => {
      await transaction.query(
        `update auth.users
         set email = coalesce($2, email), encrypted_password = coalesce($3, encrypted_password), updated_at = $4,
           email_confirmed_at = case when $5 then coalesce(email_confirmed_at, $4) else email_confirmed_at end,
           raw_user_meta_data = $6, raw_app_meta_data = $7
         where id = $1`,
        [
          account.id,
          email.value,
          passwordHash,
          at,
          body.value.email_confirm ?? false,
          JSON.stringify(mergeMetadata(account.raw_user_meta_data, body.value.user_metadata ?? {})),
          JSON.stringify(mergeMetadata(account.raw_app_meta_data, body.value.app_metadata ?? {})),
        ],
      )
      if (email.value !== null) await moveIdentity(transaction, account.id, email.value, at)
      // As for a new account. Of one that no one has used, a new password leaves nothing of the person who made it.
      const isNew = account.email_confirmed_at === null && passwordHash !== null && body.value.email_confirm
      if (isNew) await vouchForUnused(transaction, account.id, at)
      if (banSeconds !== undefined) await ban(transaction, account.id, banSeconds, at)
      const isEnded = passwordHash !== null || (banSeconds ?? 0) > 0
      return isEnded ? endSessions(transaction, account.id) : []
    })
  }

const deletion = z.object({ should_soft_delete: z.boolean().nullish() })

/** DELETE /admin/users/{id}: deletes the user and everything that references them; a soft delete keeps an anonymous row. */
export const deleteUser =
  ({ database, clock, sessions }: Pick<AuthDependencies, 'database' | 'clock' | 'sessions'>): Handler =>
  async (c) => {
    const stored = await userInPath({ database }, c)
    if (!stored.ok) return refuseFailure(c, stored.failure)
    const body = await readBody(c, deletion)
    const { id } = stored.value.account
    const at = clock()
    const ended = await database.transaction(async (transaction) => {
      const revoked = await endSessions(transaction, id)
      if (body.ok && body.value.should_soft_delete) await anonymise(transaction, id, at)
      else await transaction.query('delete from auth.users where id = $1', [id])
      await audit(transaction, { at, action: 'account-deleted', subject: id })
      return revoked
    })
    sessions.forget(ended)
    return c.json({})
  }

export async function userInPath(
  { database }: Pick<AuthDependencies, 'database'>,
  c: AuthContext,
): Promise<Result<StoredAccount, AuthFailure>> {
  const id = c.req.param('id') ?? ''
  if (!z.guid().safeParse(id).success) return fail({ kind: 'user-id-malformed' })
  const stored = await findById(database, id)
  return stored ? succeed(stored) : fail({ kind: 'user-not-found' })
}

/** Runs `work` in a transaction, and responds with the stored user. `work` returns the sessions that it revoked. */
async function writeAccount(
  parts: Pick<AuthDependencies, 'database' | 'log' | 'clock' | 'sessions'>,
  c: AuthContext,
  id: string,
  action: 'account-created' | 'account-changed',
  work: (transaction: Transaction) => Promise<readonly string[]>,
): Promise<Response> {
  try {
    const ended = await parts.database.transaction(async (transaction) => {
      const sessions = await work(transaction)
      await audit(transaction, { at: parts.clock(), action, subject: id })
      return sessions
    })
    parts.sessions.forget(ended)
  } catch (error) {
    return isEmailTaken(error) ? refuse(c, 'email-exists') : refuseFailure(c, createAccountFailure(parts, c, error))
  }
  const stored = await findById(parts.database, id)
  return stored ? c.json(adminUserShape(stored.account)) : refuse(c, 'user-not-found')
}

async function endSessions(transaction: Transaction, userId: string): Promise<string[]> {
  const ended = await transaction.query<{ id: string }>(
    `delete from auth.sessions where ${OF_LOCKED_USER} returning id`,
    [userId],
  )
  return ended.map(({ id }) => id)
}

/** Unless someone has signed in to it meanwhile. */
async function vouchForUnused(transaction: Transaction, userId: string, at: Date): Promise<void> {
  await transaction.query(
    'select server.record_email_proof(id, $2) from auth.users where id = $1 and last_sign_in_at is null',
    [userId, at],
  )
}

async function moveIdentity(transaction: Transaction, userId: string, email: string, at: Date): Promise<void> {
  await transaction.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [userId, email, at],
  )
}

/** Deletes everything that identifies the user. The row stays, since other rows reference its id. */
async function anonymise(transaction: Transaction, id: string, at: Date): Promise<void> {
  await transaction.query('delete from auth.identities where user_id = $1', [id])
  await transaction.query('delete from auth.one_time_tokens where user_id = $1', [id])
  await transaction.query('delete from auth.mfa_factors where user_id = $1', [id])
  await transaction.query('delete from server.proven_emails where user_id = $1', [id])
  await transaction.query(
    `update auth.users
     set deleted_at = $2, updated_at = $2, email = null, encrypted_password = null, email_change = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}'
     where id = $1`,
    [id, at],
  )
}
