import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { passwordError } from '../accounts/passwords.ts'
import { type AccountRow, userShape } from '../accounts/user-shape.ts'
import { createAccount, findByEmail, findById, isEmailTaken, markPrepared } from '../accounts/users.ts'
import { metadataError, readEmail } from '../accounts/validate.ts'
import { audit } from '../audit.ts'
import { type CodeType, issueCode, mailsTo, mailTooSoon, sendCode, verifyUrl } from '../email/mailed-codes.ts'
import { metadata, readBody, text } from '../http/body.ts'
import type { Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import { checkedRedirect, requestedRedirect } from '../http/redirects.ts'
import type { AuthDependencies } from '../dependencies.ts'

const codeTypes: ReadonlyMap<string, CodeType> = new Map([
  ['signup', 'confirmation_token'],
  ['invite', 'confirmation_token'],
  ['magiclink', 'recovery_token'],
  ['recovery', 'recovery_token'],
  ['email_change_current', 'email_change_token_current'],
  ['email_change_new', 'email_change_token_new'],
])

const linkBody = z.object({ type: text, email: text, password: text, data: metadata, new_email: text })

type LinkInput = z.output<typeof linkBody>

/** POST /admin/generate_link: creates the link and code of a mail without sending it. */
export const generateLink =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'clock' | 'passwords'>): Handler =>
  async (c) => {
    const { database, keys, clock, config } = parts
    const body = await readBody(c, linkBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { type } = body.value
    const codeType = codeTypes.get(type)
    if (!codeType) return refuse(c, 'admin-field', { detail: `Invalid email action link type requested: ${type}` })
    const found = await accountFor(parts, body.value)
    if (!found.ok) return refuseFailure(c, found.failure)
    const account = found.value
    const proven = await addressToProve(parts, body.value, account)
    if (!proven.ok) return refuseFailure(c, proven.failure)
    const at = clock()
    const mailed = await database.transaction(async (transaction) => {
      if (proven.value.isNew) {
        await transaction.query(
          'update auth.users set email_change = $2, email_change_sent_at = $3, email_change_confirm_status = 0 where id = $1',
          [account.id, proven.value.newEmail, at],
        )
      }
      await markPrepared(transaction, account.id, at)
      await audit(transaction, { at, action: 'link-generated', subject: account.id, details: { type } })
      const owner = { userId: account.id, email: proven.value.email }
      return issueCode(transaction, keys, { type: codeType, owner, at })
    })
    const redirectTo = checkedRedirect(config.publicUrl, c.req.query('redirect_to') ?? c.req.header('redirect_to'))
    // Reloaded: issuing the code may have changed the account, for example its pending address.
    const linked = (await findById(database, account.id))?.account ?? account
    return c.json({
      ...userShape(linked),
      action_link: verifyUrl(config.publicUrl, mailed.hash, type, redirectTo),
      email_otp: mailed.code,
      hashed_token: mailed.hash,
      verification_type: type,
      redirect_to: redirectTo,
    })
  }

/** Finds the account that a link is for; sign-ups and invitations create it. */
export async function accountFor(
  { database, clock, passwords }: Pick<AuthDependencies, 'database' | 'clock' | 'passwords'>,
  input: Pick<LinkInput, 'type' | 'email' | 'password' | 'data'>,
): Promise<Result<AccountRow, AuthFailure>> {
  const email = readEmail(input.email)
  if (!email.ok) return email
  const known = (await findByEmail(database, email.value))?.account
  const makesAccount = input.type === 'signup' || input.type === 'invite'
  if (known) return makesAccount && known.email_confirmed_at ? fail({ kind: 'email-exists' }) : succeed(known)
  if (!makesAccount) return fail({ kind: 'user-not-found' })
  const error = input.type === 'signup' ? passwordError(input.password) : undefined
  if (error) return fail({ kind: input.password === '' ? 'password-missing' : error })
  const tooLarge = metadataError(input.data)
  if (tooLarge) return fail(tooLarge)
  const passwordHash = input.type === 'signup' ? await passwords.hash(input.password) : null
  const account = { id: crypto.randomUUID(), email: email.value, data: input.data ?? {}, at: clock() }
  try {
    await createAccount(database, { ...account, passwordHash, confirmedAt: null })
  } catch (error) {
    if (isEmailTaken(error)) return fail({ kind: 'email-exists' })
    throw error
  }
  const made = (await findByEmail(database, email.value))?.account
  return made ? succeed(made) : fail({ kind: 'user-not-found' })
}

/** The address that the code proves. */
async function addressToProve(
  { database }: Pick<AuthDependencies, 'database'>,
  input: LinkInput,
  account: AccountRow,
): Promise<Result<{ email: string; isNew: boolean; newEmail: string }, AuthFailure>> {
  const present = account.email ?? ''
  if (!input.type.startsWith('email_change')) return succeed({ email: present, isNew: false, newEmail: '' })
  const newEmail = readEmail(input.new_email)
  if (!newEmail.ok) return newEmail
  if (await findByEmail(database, newEmail.value)) return fail({ kind: 'email-exists' })
  const email = input.type === 'email_change_new' ? newEmail.value : present
  return succeed({ email, isNew: account.email_change !== newEmail.value, newEmail: newEmail.value })
}

const invitation = z.object({ email: text, data: metadata })

/** POST /invite: creates an account without a password, and mails a link that signs in to it. */
export const invite =
  (
    parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock' | 'limits' | 'passwords'>,
  ): Handler =>
  async (c) => {
    const { database, keys, clock, config } = parts
    const body = await readBody(c, invitation)
    if (!body.ok) return refuseFailure(c, body.failure)
    const address = readEmail(body.value.email)
    if (!address.ok) return refuseFailure(c, address.failure)
    const tooSoon = await mailTooSoon(parts, 'invite', address.value, mailsTo(address.value))
    if (tooSoon) return refuseFailure(c, tooSoon)
    const found = await accountFor(parts, { type: 'invite', password: '', ...body.value })
    if (!found.ok) return refuseFailure(c, found.failure)
    const { id, email } = found.value
    const at = clock()
    const owner = { userId: id, email: email ?? '' }
    const mailed = await database.transaction(async (transaction) => {
      await transaction.query(
        // An earlier sign-up with this address that was not confirmed may be by another person than the invited one.
        `update auth.users
         set invited_at = $2, confirmation_sent_at = $2, updated_at = $2, encrypted_password = null where id = $1`,
        [id, at],
      )
      await audit(transaction, { at, action: 'invited', subject: id })
      return issueCode(transaction, keys, { type: 'confirmation_token', owner, at })
    })
    const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
    sendCode(parts, { kind: 'invite', to: owner.email, mailed, redirectTo })
    const invited = await findById(database, id)
    return invited ? c.json(userShape(invited.account)) : refuse(c, 'user-not-found')
  }
