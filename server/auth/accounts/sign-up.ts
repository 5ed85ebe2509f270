import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Transaction } from '../../database/database.ts'
import { issueCode, mailTooSoon, mayMail, sendCode } from '../email/mailed-codes.ts'
import { metadata, readBody, text } from '../http/body.ts'
import { type AuthContext, deviceOf, type Handler } from '../http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from '../http/errors.ts'
import { checkedRedirect, requestedRedirect } from '../http/redirects.ts'
import { challengeFields, type Challenge, readChallenge, startPkce } from '../oauth/pkce.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { OpenedSession } from '../sessions/access-tokens.ts'
import { openingValues, sessionShape } from '../sessions/sessions.ts'
import { chosenPasswordError } from './passwords.ts'
import { type AccountRow, fakeUser, type Metadata, userShape } from './user-shape.ts'
import {
  createAccountValues,
  createAccount,
  createAccountSql,
  findByEmail,
  type NewAccount,
  createAccountFailure,
  deleteUnused,
  isUnused,
} from './users.ts'
import { metadataError, readEmail } from './validate.ts'

type AtOnceDeps = Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'log' | 'clock' | 'passwords' | 'issuer'>

type WithMailDeps = Pick<
  AuthDependencies,
  'database' | 'keys' | 'config' | 'mail' | 'log' | 'clock' | 'limits' | 'passwords'
>

const signUpBody = z.object({ email: text, phone: text, password: text, data: metadata, ...challengeFields })

interface SignUpInput {
  readonly email: string
  readonly password: string
  readonly data: Metadata
  readonly challenge: Challenge | undefined
}

/** POST /signup: creates an account, its profile and, unless e-mails must be confirmed, a session, in one transaction. */
export const signUp =
  (parts: AtOnceDeps & WithMailDeps): Handler =>
  async (c) => {
    const body = await readBody(c, signUpBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const input = await parseInput(body.value)
    if (!input.ok) return refuseFailure(c, input.failure)
    // An invitation is accepted by its link only: a person who knows an invited address may not be the invited one.
    if (parts.config.signUp !== 'open') return refuse(c, 'sign-up-disabled')
    return parts.config.confirmsEmail ? signUpWithMail(parts, c, input.value) : signUpAtOnce(parts, c, input.value)
  }

async function parseInput(body: z.output<typeof signUpBody>): Promise<Result<SignUpInput, AuthFailure>> {
  if (body.email === '') return fail({ kind: body.phone === '' ? 'anonymous-disabled' : 'phone-disabled' })
  if (body.password === '') return fail({ kind: 'password-missing' })
  const weak = await chosenPasswordError(body.password)
  if (weak) return fail({ kind: weak })
  const email = readEmail(body.email)
  if (!email.ok) return email
  const tooLarge = metadataError(body.data)
  if (tooLarge) return fail(tooLarge)
  const challenge = readChallenge(body)
  if (!challenge.ok) return challenge
  return succeed({ email: email.value, password: body.password, data: body.data ?? {}, challenge: challenge.value })
}

async function signUpAtOnce(parts: AtOnceDeps, c: AuthContext, input: SignUpInput): Promise<Response> {
  const { database, clock, keys, issuer } = parts
  const known = (await findByEmail(database, input.email))?.account
  if (known && !isUnused(known, clock())) return refuse(c, 'user-exists')
  const account = await newAccount(parts, input, clock())
  const opening = { userId: account.id, method: 'password', device: deviceOf(c), at: account.at }
  const values = [...createAccountValues(account), ...openingValues(opening).slice(1)]
  try {
    const create = (queries: Pick<Transaction, 'query'>) =>
      queries.query<{ session: OpenedSession }>(
        `select server.create_session(created, $8, $9, $10, $11, $12) as session from ${createAccountSql} as created`,
        values,
      )
    const replace = (unused: AccountRow) =>
      database.transaction(async (transaction) => {
        await deleteUnused(transaction, unused.id, account.at)
        return create(transaction)
      })
    const [row] = await (known ? replace(known) : create(database))
    if (!row) throw new Error('server.create_session answered nothing')
    c.set('userId', account.id)
    return c.json(await sessionShape(keys, issuer, row.session, account.at))
  } catch (error) {
    return refuseFailure(c, createAccountFailure(parts, c, error))
  }
}

async function signUpWithMail(parts: WithMailDeps, c: AuthContext, input: SignUpInput): Promise<Response> {
  const { database, keys, clock, config } = parts
  const tooSoon = await mailTooSoon(parts, 'signup', input.email)
  if (tooSoon) return refuseFailure(c, tooSoon)
  // Always hashes the password, so that the response time does not reveal whether the address has an account.
  const account = await newAccount(parts, input, clock())
  const known = (await findByEmail(database, input.email))?.account
  if (known?.email_confirmed_at) return c.json(fakeUser(input.email, input.data, account.at))
  const owner = { userId: known?.id ?? account.id, email: input.email }
  try {
    const mailed = await database.transaction(async (transaction) => {
      // An unconfirmed account keeps its password: another person may have signed up first.
      if (!known) await createAccount(transaction, account)
      await transaction.query('update auth.users set confirmation_sent_at = $2 where id = $1', [
        owner.userId,
        account.at,
      ])
      if (input.challenge) await startPkce(transaction, owner.userId, 'email/signup', input.challenge, account.at)
      const pkce = input.challenge !== undefined
      return issueCode(transaction, keys, { type: 'confirmation_token', owner, at: account.at, pkce })
    })
    const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
    if (await mayMail(parts, input.email)) sendCode(parts, { kind: 'signup', to: input.email, mailed, redirectTo })
  } catch (error) {
    return refuseFailure(c, createAccountFailure(parts, c, error))
  }
  const stored = await findByEmail(database, input.email)
  return stored ? c.json(userShape(stored.account)) : refuse(c, 'saving-user-failed')
}

const newAccount = async (
  { passwords, config }: Pick<AuthDependencies, 'config' | 'passwords'>,
  input: SignUpInput,
  at: Date,
): Promise<NewAccount> => ({
  id: crypto.randomUUID(),
  email: input.email,
  passwordHash: await passwords.hash(input.password),
  data: input.data,
  confirmedAt: config.confirmsEmail ? null : at,
  at,
})
