import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { audit } from '../audit.ts'
import { sendEmailChange } from '../email/email-change.ts'
import { mailsTo, mailTooSoon, ownMailTooSoon } from '../email/mailed-codes.ts'
import { metadata, readBody, text } from '../http/body.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import { challengeFields, readChallenge } from '../oauth/pkce.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { isRecentlyProven, proveByNonce, proveByPassword } from '../sessions/reauthenticate.ts'
import { chosenPasswordError } from './passwords.ts'
import { type AccountRow, userShape } from './user-shape.ts'
import { emailHash, findByEmail, findById, mergeMetadata, type StoredAccount } from './users.ts'
import { metadataError, readEmail } from './validate.ts'

type ProofDeps = Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'clock' | 'limits' | 'passwords'>

const changes = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: metadata,
  app_metadata: metadata,
  ...challengeFields,
})

type Changes = z.output<typeof changes>

/** PUT /user: merges metadata, replaces the password, and mails the links that confirm a new e-mail address. */
export const updateUser =
  (
    parts: Pick<
      AuthDependencies,
      'database' | 'keys' | 'config' | 'mail' | 'clock' | 'limits' | 'passwords' | 'sessions'
    >,
  ): Handler =>
  async (c) => {
    const { database } = parts
    const { userId } = c.var.signedIn.caller
    const body = await readBody(c, changes)
    if (!body.ok) return refuseFailure(c, body.failure)
    const input = body.value
    const stored = await findById(database, userId)
    if (!stored) return refuse(c, 'user-from-sub-missing')
    const error = await validateChanges(parts, c, input, stored)
    if (error) return refuseFailure(c, error)

    const newEmail = await readNewEmail(parts, input, stored)
    if (!newEmail.ok) return refuseFailure(c, newEmail.failure)

    const passwordHash = input.password === '' ? null : await parts.passwords.hash(input.password)
    const ended = await database.transaction(async (transaction) => {
      const aal = await lockedLevel(transaction, c)
      if (aal === undefined) return 'session-from-token-missing'
      if (passwordHash !== null && aal < c.var.signedIn.aal) return 'aal2-needed'
      if (input.data) await mergeData(transaction, userId, input.data, parts.clock())
      return passwordHash === null ? [] : replacePassword(parts, transaction, c, passwordHash)
    })
    if (typeof ended === 'string') return refuse(c, ended)
    parts.sessions.forget(ended)
    // After the password: its change revokes every pending link.
    if (newEmail.value) await requestEmailChange(parts, c, stored.account, newEmail.value)
    const changed = await findById(database, userId)
    return changed ? c.json(userShape(changed.account)) : refuse(c, 'user-from-sub-missing')
  }

/** Validates all changes before the first is written. */
async function validateChanges(
  parts: ProofDeps,
  c: AuthContext,
  input: Changes,
  { account, passwordHash }: StoredAccount,
): Promise<AuthFailure | undefined> {
  if (input.app_metadata) return { kind: 'not-admin' }
  if (input.phone !== '') return { kind: 'phone-disabled' }
  const isSensitive = input.password !== '' || (input.email !== '' && input.email.toLowerCase() !== account.email)
  const hasFactor = account.factors.some(({ status }) => status === 'verified')
  if (isSensitive && hasFactor && c.var.signedIn.aal !== 'aal2') return { kind: 'aal2-needed' }
  if (input.data) {
    const tooLarge = metadataError(mergeMetadata(account.raw_user_meta_data, input.data))
    if (tooLarge) return tooLarge
  }
  if (input.password !== '') {
    const weak = await chosenPasswordError(input.password)
    if (weak) return { kind: weak }
  }
  if (isSensitive) {
    const unproven = await proofError(parts, c, input, { account, passwordHash })
    if (unproven) return unproven
  }
  const isSame =
    input.password !== '' && passwordHash !== null && (await parts.passwords.verify(input.password, passwordHash))
  return isSame ? { kind: 'same-password' } : undefined
}

/** A token may be stolen, so a new password or address requires the current password, a mailed code, or a recent proof. */
async function proofError(
  parts: ProofDeps,
  c: AuthContext,
  { password, current_password, nonce }: Changes,
  { account, passwordHash }: StoredAccount,
): Promise<AuthFailure | undefined> {
  const detail = password === '' ? 'Email update' : 'Password update'
  const needed = { kind: 'reauthentication-needed', detail } as const
  const email = account.email ?? ''
  if (current_password !== '') return proveByPassword(parts, c, current_password, passwordHash)
  if (await isRecentlyProven(parts, c)) return undefined
  return nonce === '' ? needed : proveByNonce(parts, c, nonce, email)
}

/** The new e-mail address; undefined when it does not change. */
async function readNewEmail(
  { database, limits }: Pick<AuthDependencies, 'database' | 'limits'>,
  input: Changes,
  { account }: StoredAccount,
): Promise<Result<string | undefined, AuthFailure>> {
  if (input.email === '' || input.email.toLowerCase() === account.email) return succeed(undefined)
  const email = readEmail(input.email)
  if (!email.ok) return email
  // Only validated: the mailed links lead to the page that asks (sendEmailChange).
  const challenge = readChallenge(input)
  if (!challenge.ok) return challenge
  if (await findByEmail(database, email.value)) return fail({ kind: 'email-exists' })
  // Both addresses get a mail.
  const tooSoon =
    (await ownMailTooSoon({ limits }, 'email_change', account)) ??
    (await mailTooSoon({ limits }, 'email_change', email.value, mailsTo(email.value)))
  return tooSoon ? fail(tooSoon) : succeed(email.value)
}

async function requestEmailChange(
  parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock'>,
  c: AuthContext,
  account: AccountRow,
  to: string,
): Promise<void> {
  await sendEmailChange(parts, c, { account, to })
  const details = { to: emailHash(to) }
  await audit(parts.database, { at: parts.clock(), actor: account.id, action: 'email-change-requested', details })
}

/**
 * The session's assurance level, read under a lock; undefined when the session has ended. While the request was validated and
 * the password hashed, the account's owner may have revoked or lowered it with a new password, a second factor or a recovery
 * code.
 */
async function lockedLevel(transaction: Transaction, c: AuthContext): Promise<string | undefined> {
  const { userId, sessionId } = c.var.signedIn.caller
  await transaction.query('select from auth.users where id = $1 for update', [userId])
  const [session] = await transaction.query<{ aal: string }>(
    'select aal from auth.sessions where id = $1 and user_id = $2',
    [sessionId, userId],
  )
  return session?.aal
}

/** Merges metadata in the database, so that concurrent changes are both kept; null deletes a key. */
async function mergeData(transaction: Transaction, userId: string, data: object, at: Date): Promise<void> {
  await transaction.query(
    `update auth.users
     set updated_at = $3, raw_user_meta_data = (
       select coalesce(jsonb_object_agg(key, value), '{}')
       from jsonb_each(raw_user_meta_data || $2::jsonb) where value <> 'null'
     )
     where id = $1`,
    [userId, JSON.stringify(data), at],
  )
}

/** Stores a new password, and revokes every other session and every pending link. @returns revoked sessions */
async function replacePassword(
  { clock }: Pick<AuthDependencies, 'clock'>,
  transaction: Transaction,
  c: AuthContext,
  passwordHash: string,
) {
  const { userId, sessionId } = c.var.signedIn.caller
  const at = clock()
  await transaction.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
    userId,
    passwordHash,
    at,
  ])
  await transaction.query('select server.record_password_change($1, $2, $3)', [userId, sessionId, at])
  await audit(transaction, { at, actor: userId, action: 'password-changed' })
  const ended = await transaction.query<{ id: string }>(
    'delete from auth.sessions where user_id = $1 and id <> $2 returning id',
    [userId, sessionId],
  )
  return ended.map(({ id }) => id)
}

/** GET /user: the signed-in user as stored now. */
export const getUser =
  ({ database }: Pick<AuthDependencies, 'database'>): Handler =>
  async (c) => {
    const stored = await findById(database, c.var.signedIn.caller.userId)
    return stored ? c.json(userShape(stored.account)) : refuse(c, 'user-from-sub-missing')
  }
