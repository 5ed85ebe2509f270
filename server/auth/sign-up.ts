import { z } from 'zod'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { createAccount, createAccountSql, createAccountValues, findByEmail, type NewAccount } from './accounts.ts'
import { metadata, metadataFlaw, readBody, readEmail, text } from './body.ts'
import { deviceOf } from './device.ts'
import { refuse, refuseFailure, type AuthFailure } from './errors.ts'
import { mailTooSoon } from './mail-limit.ts'
import { issueCode, sendCode } from './mailed-codes.ts'
import type { AuthContext, AuthParts, Handler } from './parts.ts'
import { chosenPasswordError } from './passwords.ts'
import { challengeFields, readChallenge, startPkce, type Challenge } from './pkce.ts'
import { checkedRedirect, requestedRedirect } from './redirects.ts'
import { savingFailure } from './saving-failure.ts'
import { openingValues, sessionShape, type OpenedSession } from './sessions.ts'
import { fakeUser, userShape, type Metadata } from './shapes.ts'

const signUpBody = z.object({ email: text, phone: text, password: text, data: metadata, ...challengeFields })

interface Wish {
  readonly email: string
  readonly password: string
  readonly data: Metadata
  readonly challenge: Challenge | undefined
}

/** POST /signup: an account, its profile and, unless e-mails are confirmed first, a session; all or nothing. */
export const signUp =
  (parts: AuthParts): Handler =>
  async (c) => {
    const body = await readBody(c, signUpBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const wish = await readWish(body.value)
    if (!wish.ok) return refuseFailure(c, wish.failure)
    return parts.config.confirmsEmail ? signUpWithMail(parts, c, wish.value) : signUpAtOnce(parts, c, wish.value)
  }

async function readWish(body: z.output<typeof signUpBody>): Promise<Result<Wish, AuthFailure>> {
  if (body.email === '') return fail({ kind: body.phone === '' ? 'anonymous-disabled' : 'phone-disabled' })
  if (body.password === '') return fail({ kind: 'password-missing' })
  const weak = await chosenPasswordError(body.password)
  if (weak) return fail({ kind: weak })
  const email = readEmail(body.email)
  if (!email.ok) return email
  const tooLarge = metadataFlaw(body.data)
  if (tooLarge) return fail(tooLarge)
  const challenge = readChallenge(body)
  if (!challenge.ok) return challenge
  return succeed({ email: email.value, password: body.password, data: body.data ?? {}, challenge: challenge.value })
}

async function signUpAtOnce(parts: AuthParts, c: AuthContext, wish: Wish): Promise<Response> {
  const { database, clock, keys, issuer } = parts
  if (await findByEmail(database, wish.email)) return refuse(c, 'user-exists')
  const account = await newAccount(parts, wish, clock())
  const opening = { userId: account.id, method: 'password', device: deviceOf(c), at: account.at }
  const values = [...createAccountValues(account), ...openingValues(opening).slice(1)]
  try {
    const [row] = await database.query<{ session: OpenedSession }>(
      `select server.open_session(created, $8, $9, $10, $11, $12) as session from ${createAccountSql} as created`,
      values,
    )
    if (!row) throw new Error('server.open_session answered nothing')
    c.set('userId', account.id)
    return c.json(await sessionShape(keys, issuer, row.session, account.at))
  } catch (error) {
    return refuseFailure(c, savingFailure(parts, c, error))
  }
}

async function signUpWithMail(parts: AuthParts, c: AuthContext, wish: Wish): Promise<Response> {
  const { database, keys, clock, config } = parts
  const tooSoon = await mailTooSoon(parts, 'signup', wish.email)
  if (tooSoon) return refuseFailure(c, tooSoon)
  // Hashed in any case, so that the time does not tell whether the address was known.
  const account = await newAccount(parts, wish, clock())
  const known = (await findByEmail(database, wish.email))?.account
  if (known?.email_confirmed_at) return c.json(fakeUser(wish.email, wish.data, account.at))
  const owner = { userId: known?.id ?? account.id, email: wish.email }
  try {
    const mailed = await database.transaction(async (transaction) => {
      // An unconfirmed account keeps its password: whoever asks again may not be whoever asked first.
      if (!known) await createAccount(transaction, account)
      await transaction.query('update auth.users set confirmation_sent_at = $2 where id = $1', [
        owner.userId,
        account.at,
      ])
      if (wish.challenge) await startPkce(transaction, owner.userId, 'email/signup', wish.challenge, account.at)
      const pkce = wish.challenge !== undefined
      return issueCode(transaction, keys, { type: 'confirmation_token', owner, at: account.at, pkce })
    })
    const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
    sendCode(parts, { kind: 'signup', to: wish.email, mailed, redirectTo })
  } catch (error) {
    return refuseFailure(c, savingFailure(parts, c, error))
  }
  const stored = await findByEmail(database, wish.email)
  return stored ? c.json(userShape(stored.account)) : refuse(c, 'saving-user-failed')
}

const newAccount = async ({ passwords, config }: AuthParts, wish: Wish, at: Date): Promise<NewAccount> => ({
  id: crypto.randomUUID(),
  email: wish.email,
  passwordHash: await passwords.hash(wish.password),
  data: wish.data,
  confirmedAt: config.confirmsEmail ? null : at,
  at,
})
