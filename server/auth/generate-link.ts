import { z } from 'zod'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { createAccount, findByEmail, findById, isEmailTaken } from './accounts.ts'
import { audit } from './audit.ts'
import { metadata, metadataFlaw, readBody, readEmail, text } from './body.ts'
import { refuse, refuseFailure, type AuthFailure } from './errors.ts'
import { issueCode, verifyLink, type CodeType } from './mailed-codes.ts'
import type { AuthParts, Handler } from './parts.ts'
import { passwordFlaw } from './passwords.ts'
import { checkedRedirect } from './redirects.ts'
import { userShape, type AccountRow } from './shapes.ts'

const codeTypes: ReadonlyMap<string, CodeType> = new Map([
  ['signup', 'confirmation_token'],
  ['invite', 'confirmation_token'],
  ['magiclink', 'recovery_token'],
  ['recovery', 'recovery_token'],
  ['email_change_current', 'email_change_token_current'],
  ['email_change_new', 'email_change_token_new'],
])

const linkBody = z.object({ type: text, email: text, password: text, data: metadata, new_email: text })

type LinkWish = z.output<typeof linkBody>

/** POST /admin/generate_link: the link and code of a mail, without the mail. */
export const generateLink =
  (parts: AuthParts): Handler =>
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
      await audit(transaction, { at, action: 'link-made', subject: account.id, details: { type } })
      const owner = { userId: account.id, email: proven.value.email }
      return issueCode(transaction, keys, { type: codeType, owner, at })
    })
    const redirectTo = checkedRedirect(config.publicUrl, c.req.query('redirect_to') ?? c.req.header('redirect_to'))
    // As it is now: the code was issued, and an address may wait to be confirmed.
    const linked = (await findById(database, account.id))?.account ?? account
    return c.json({
      ...userShape(linked),
      action_link: verifyLink(config.publicUrl, mailed.hash, type, redirectTo),
      email_otp: mailed.code,
      hashed_token: mailed.hash,
      verification_type: type,
      redirect_to: redirectTo,
    })
  }

/** The account a link is for; signing up and inviting make it. */
export async function accountFor(
  parts: AuthParts,
  wish: Pick<LinkWish, 'type' | 'email' | 'password' | 'data'>,
): Promise<Result<AccountRow, AuthFailure>> {
  const { database, passwords, clock } = parts
  const email = readEmail(wish.email)
  if (!email.ok) return email
  const known = (await findByEmail(database, email.value))?.account
  const makesAccount = wish.type === 'signup' || wish.type === 'invite'
  if (known) return makesAccount && known.email_confirmed_at ? fail({ kind: 'email-exists' }) : succeed(known)
  if (!makesAccount) return fail({ kind: 'user-not-found' })
  const flaw = wish.type === 'signup' ? passwordFlaw(wish.password) : undefined
  if (flaw) return fail({ kind: wish.password === '' ? 'password-missing' : flaw })
  const tooLarge = metadataFlaw(wish.data)
  if (tooLarge) return fail(tooLarge)
  const passwordHash = wish.type === 'signup' ? await passwords.hash(wish.password) : null
  const account = { id: crypto.randomUUID(), email: email.value, data: wish.data ?? {}, at: clock() }
  try {
    await createAccount(database, { ...account, passwordHash, confirmedAt: null })
  } catch (error) {
    if (isEmailTaken(error)) return fail({ kind: 'email-exists' })
    throw error
  }
  const made = (await findByEmail(database, email.value))?.account
  return made ? succeed(made) : fail({ kind: 'user-not-found' })
}

/** The address whose owner must hold the code. */
async function addressToProve(
  { database }: AuthParts,
  wish: LinkWish,
  account: AccountRow,
): Promise<Result<{ email: string; isNew: boolean; newEmail: string }, AuthFailure>> {
  const present = account.email ?? ''
  if (!wish.type.startsWith('email_change')) return succeed({ email: present, isNew: false, newEmail: '' })
  const newEmail = readEmail(wish.new_email)
  if (!newEmail.ok) return newEmail
  if (await findByEmail(database, newEmail.value)) return fail({ kind: 'email-exists' })
  const email = wish.type === 'email_change_new' ? newEmail.value : present
  return succeed({ email, isNew: account.email_change !== newEmail.value, newEmail: newEmail.value })
}
