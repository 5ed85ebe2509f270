import { z } from 'zod'
import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Transaction } from '../database/database.ts'
import { emailHash, findByEmail, findById, mergeMetadata, type StoredAccount } from './accounts.ts'
import { audit } from './audit.ts'
import { metadata, metadataFlaw, readBody, readEmail, text } from './body.ts'
import { FRESH_SESSION_HOURS } from './constants.ts'
import { sendEmailChange } from './email-change.ts'
import { refuse, refuseFailure, type AuthFailure } from './errors.ts'
import { mailTooSoon } from './mail-limit.ts'
import type { AuthContext, AuthParts, Handler } from './parts.ts'
import { chosenPasswordError } from './passwords.ts'
import { challengeFields, readChallenge, type Challenge } from './pkce.ts'
import { isRecentlyProven, proveByNonce, proveByPassword } from './proof.ts'
import { userShape, type AccountRow } from './shapes.ts'

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

/** PUT /user: metadata is merged, a password is replaced, an e-mail address is asked for by mail. */
export const updateUser =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database } = parts
    const { userId } = c.var.signedIn.caller
    const body = await readBody(c, changes)
    if (!body.ok) return refuseFailure(c, body.failure)
    const wish = body.value
    const stored = await findById(database, userId)
    if (!stored) return refuse(c, 'user-from-sub-missing')
    const flaw = await findFlaw(parts, c, wish, stored)
    if (flaw) return refuseFailure(c, flaw)

    const newEmail = await readNewEmail(parts, wish, stored)
    if (!newEmail.ok) return refuseFailure(c, newEmail.failure)

    const passwordHash = wish.password === '' ? null : await parts.passwords.hash(wish.password)
    const ended = await database.transaction(async (transaction) => {
      if (!(await isStillSignedIn(transaction, c))) return undefined
      if (wish.data) await mergeData(transaction, userId, wish.data, parts.clock())
      return passwordHash === null ? [] : replacePassword(parts, transaction, c, passwordHash)
    })
    if (!ended) return refuse(c, 'session-from-token-missing')
    parts.sessions.forget(ended)
    // After the password, whose change ends every pending link.
    if (newEmail.value) await askForEmail(parts, c, stored.account, newEmail.value)
    const changed = await findById(database, userId)
    return changed ? c.json(userShape(changed.account)) : refuse(c, 'user-from-sub-missing')
  }

/** Everything that can be wrong before anything is written. */
async function findFlaw(
  parts: AuthParts,
  c: AuthContext,
  wish: Changes,
  { account, passwordHash }: StoredAccount,
): Promise<AuthFailure | undefined> {
  if (wish.app_metadata) return { kind: 'not-admin' }
  if (wish.phone !== '') return { kind: 'phone-disabled' }
  const isSensitive = wish.password !== '' || (wish.email !== '' && wish.email.toLowerCase() !== account.email)
  const hasFactor = account.factors.some(({ status }) => status === 'verified')
  if (isSensitive && hasFactor && c.var.signedIn.aal !== 'aal2') return { kind: 'aal2-needed' }
  if (wish.data) {
    const tooLarge = metadataFlaw(mergeMetadata(account.raw_user_meta_data, wish.data))
    if (tooLarge) return tooLarge
  }
  if (wish.password !== '') {
    const weak = await chosenPasswordError(wish.password)
    if (weak) return { kind: weak }
  }
  if (isSensitive) {
    const unproven = await proofError(parts, c, wish, { account, passwordHash })
    if (unproven) return unproven
  }
  const isSame =
    wish.password !== '' && passwordHash !== null && (await parts.passwords.verify(wish.password, passwordHash))
  return isSame ? { kind: 'same-password' } : undefined
}

/** A token alone may be stolen: a new password or address takes the present password, a mailed code, or a recent proof. */
async function proofError(
  parts: AuthParts,
  c: AuthContext,
  { password, current_password, nonce }: Changes,
  { account, passwordHash }: StoredAccount,
): Promise<AuthFailure | undefined> {
  const detail = password === '' ? 'Email update' : 'Password update'
  const needed = { kind: 'reauthentication-needed', detail } as const
  const email = account.email ?? ''
  if (password !== '' && parts.config.reauthenticates && !(await isFresh(parts, c))) {
    if (nonce === '') return needed
    const wrong = await proveByNonce(parts, c, nonce, email)
    if (wrong) return wrong
  }
  if (current_password !== '') return proveByPassword(parts, c, current_password, passwordHash)
  if (await isRecentlyProven(parts, c)) return undefined
  return nonce === '' ? needed : proveByNonce(parts, c, nonce, email)
}

/** Where the operator says so, the password of an older session changes with a mailed code alone. */
async function isFresh({ database, clock }: AuthParts, c: AuthContext): Promise<boolean> {
  const { sessionId } = c.var.signedIn.caller
  const fresh = await database.query(
    'select from auth.sessions where id = $1 and created_at > $2::timestamptz - make_interval(hours => $3)',
    [sessionId, clock(), FRESH_SESSION_HOURS],
  )
  return fresh.length > 0
}

interface NewEmail {
  readonly to: string
  readonly challenge: Challenge | undefined
}

/** The address to move to, undefined when it stays. */
async function readNewEmail(
  parts: AuthParts,
  wish: Changes,
  { account }: StoredAccount,
): Promise<Result<NewEmail | undefined, AuthFailure>> {
  if (wish.email === '' || wish.email.toLowerCase() === account.email) return succeed(undefined)
  const email = readEmail(wish.email)
  if (!email.ok) return email
  const challenge = readChallenge(wish)
  if (!challenge.ok) return challenge
  if (await findByEmail(parts.database, email.value)) return fail({ kind: 'email-exists' })
  const tooSoon = await mailTooSoon(parts, 'email_change', account.email ?? account.id)
  return tooSoon ? fail(tooSoon) : succeed({ to: email.value, challenge: challenge.value })
}

async function askForEmail(parts: AuthParts, c: AuthContext, account: AccountRow, wish: NewEmail): Promise<void> {
  await sendEmailChange(parts, c, { account, ...wish })
  const details = { to: emailHash(wish.to) }
  await audit(parts.database, { at: parts.clock(), actor: account.id, action: 'email-change-asked', details })
}

/**
 * Whether the session is there when it is this change's turn. While it was checked and hashed, the owner of the account
 * may have ended it with a new password or a second factor, which it must not undo.
 */
async function isStillSignedIn(transaction: Transaction, c: AuthContext): Promise<boolean> {
  const { userId, sessionId } = c.var.signedIn.caller
  await transaction.query('select from auth.users where id = $1 for update', [userId])
  const session = await transaction.query('select from auth.sessions where id = $1 and user_id = $2', [
    sessionId,
    userId,
  ])
  return session.length > 0
}

/** Merged in the database, so that two changes at once both last; a null takes its key away. */
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

/** Whoever knew the old password is out: every other session and every pending link ends. @returns ended sessions */
async function replacePassword({ clock }: AuthParts, transaction: Transaction, c: AuthContext, passwordHash: string) {
  const { userId, sessionId } = c.var.signedIn.caller
  const at = clock()
  await transaction.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
    userId,
    passwordHash,
    at,
  ])
  await transaction.query('select server.note_password($1, $2, $3)', [userId, sessionId, at])
  await audit(transaction, { at, actor: userId, action: 'password-changed' })
  const ended = await transaction.query<{ id: string }>(
    'delete from auth.sessions where user_id = $1 and id <> $2 returning id',
    [userId, sessionId],
  )
  return ended.map(({ id }) => id)
}
