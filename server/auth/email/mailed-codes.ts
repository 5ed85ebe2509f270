import { randomInt } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { AccountRow } from '../accounts/user-shape.ts'
import { emailHash } from '../accounts/users.ts'
import { MAILED_CODE_SECONDS } from '../constants.ts'
import type { AuthFailure } from '../http/errors.ts'
import type { LimitCheck } from '../http/rate-limits.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { Keys, MacKey } from '../sessions/keys.ts'
import { type MailKind, writeMail } from './texts.ts'

/** The purpose of a code, as in auth.one_time_tokens. */
export type CodeType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'

export interface MailedCode {
  /** Six digits, for typing. */
  readonly code: string
  /** Identifies address and code in a link. */
  readonly hash: string
}

export interface CodeOwner {
  readonly userId: string
  /** The address that the code is sent to and proves. */
  readonly email: string
}

/** Marks links of the PKCE flow: they return a code for the browser that requested them, not a session. */
export const PKCE_PREFIX = 'pkce_'

type Queries = Pick<Transaction, 'query'>

/**
 * 56 hex digits like GoTrue's SHA-224, but keyed: otherwise anyone could compute the link of each six-digit code. No
 * address contains the separator, so each pair has its own hash.
 * @example
 * import { macOf } from '../sessions/keys.ts'
 * const keys = { mac: macOf.bind(undefined, 'the key of this server') }
 * codeHash(keys, 'ana@acme.com', '123456').length // 56
 * codeHash(keys, 'ana@acme.com', '123456') === codeHash(keys, 'ben@acme.com', '123456') // false
 */
export const codeHash = (keys: MacKey, email: string, code: string): string =>
  keys.mac('mailed-code', 'sha224', `${email}\n${code}`).toString('hex')

/** Creates a code, which replaces the user's previous one of the same type. */
export async function issueCode(
  queries: Queries,
  keys: Keys,
  { type, owner, at, pkce = false }: { type: CodeType; owner: CodeOwner; at: Date; pkce?: boolean },
): Promise<MailedCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = `${pkce ? PKCE_PREFIX : ''}${codeHash(keys, owner.email, code)}`
  await queries.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5::timestamptz at time zone 'utc', $5::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update
     set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [owner.userId, type, hash, owner.email, at],
  )
  return { code, hash }
}

/** Selects a mailed code. */
export interface CodeQuery {
  readonly hashes: readonly string[]
  readonly types: readonly CodeType[]
  readonly at: Date
  /** For typed codes: the address that the code was mailed to, by which guesses are counted. */
  readonly email?: string | undefined
}

/** Consumes a code. @returns its user and type; undefined when it is unknown, used or expired */
export async function consumeCode(
  queries: Queries,
  { hashes, types, at, email }: CodeQuery,
): Promise<{ readonly userId: string; readonly type: CodeType } | undefined> {
  const [found] = await queries.query<{ user_id: string; token_type: CodeType }>(
    `delete from auth.one_time_tokens
     where token_hash = any($1) and token_type = any($2::auth.one_time_token_type[])
       and created_at > ($3::timestamptz - make_interval(secs => $4)) at time zone 'utc'
       and ($5::text is null or relates_to = $5)
     returning user_id, token_type`,
    [hashes, types, at, MAILED_CODE_SECONDS, email ?? null],
  )
  return found && { userId: found.user_id, type: found.token_type }
}

/** Looks up a code's address without consuming it; undefined when the code is unknown, used or expired. */
export async function findCodeAddress(
  queries: Queries,
  { hash, types, at }: { hash: string; types: readonly CodeType[]; at: Date },
): Promise<string | undefined> {
  const [found] = await queries.query<{ email: string }>(
    `select relates_to as email from auth.one_time_tokens
     where token_hash = $1 and token_type = any($2::auth.one_time_token_type[])
       and created_at > ($3::timestamptz - make_interval(secs => $4)) at time zone 'utc'`,
    [hash, types, at, MAILED_CODE_SECONDS],
  )
  return found?.email
}

/**
 * GoTrue's own link, to GET /auth/v1/verify: for links that an administrator generates, and for the PKCE flow.
 * @example
 * verifyUrl('https://acme.com', '5f0c', 'recovery', 'https://acme.com/reset')
 * // 'https://acme.com/auth/v1/verify?token=5f0c&type=recovery&redirect_to=https%3A%2F%2Facme.com%2Freset'
 */
export const verifyUrl = (publicUrl: string, hash: string, type: string, redirectTo: string): string =>
  `${publicUrl}/auth/v1/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString()}`

/**
 * The page that redeems a link after the user confirms, so that neither a mail scanner nor a link on another page
 * redeems it. The token is in the fragment, which no server or proxy logs.
 * @example
 * continueUrl('https://acme.com', '5f0c', 'recovery', 'https://acme.com/')
 * // 'https://acme.com/auth#token_hash=5f0c&type=recovery&redirect_to=https%3A%2F%2Facme.com%2F'
 */
export const continueUrl = (publicUrl: string, hash: string, type: string, redirectTo: string): string =>
  `${publicUrl}/auth#${new URLSearchParams({ token_hash: hash, type, redirect_to: redirectTo }).toString()}`

/** The limit on unauthenticated guesses at the codes of an address. */
export const codeGuesses = (email: string): LimitCheck => ({ limit: 'mailed-codes-of-address', of: emailHash(email) })

/**
 * Counts a guess under a limit, and for each code that the address was mailed. Called before the guess is compared, so
 * that concurrent guesses cannot exceed the limit.
 * @returns seconds to wait; 0 when the guess may be compared
 */
export async function admitGuess(
  { database, limits }: Pick<AuthDependencies, 'database' | 'limits'>,
  guesses: LimitCheck,
  email: string,
  types: readonly CodeType[],
): Promise<number> {
  const codes = await database.query<{ hash: string }>(
    `select token_hash as hash from auth.one_time_tokens
     where relates_to = $1 and token_type = any($2::auth.one_time_token_type[]) order by token_hash`,
    [email, types],
  )
  return limits.admit(guesses, ...codes.map(({ hash }) => ({ limit: 'mailed-code', of: hash }) as const))
}

export function sendCode(
  { mail, config }: Pick<AuthDependencies, 'mail' | 'config'>,
  { kind, to, mailed, redirectTo }: { kind: MailKind; to: string; mailed: MailedCode; redirectTo: string },
): void {
  // A link of the PKCE flow returns a code that only the requesting browser can exchange, so opening it is harmless.
  const linkTo = mailed.hash.startsWith(PKCE_PREFIX) ? verifyUrl : continueUrl
  const link = linkTo(config.publicUrl, mailed.hash, kind, redirectTo)
  mail.send(writeMail(kind, { productName: config.productName, to, link, code: mailed.code }))
}

/** `ana+news@example.com` is delivered to `ana@example.com` (RFC 5233). */
const mailboxOf = (email: string): string => email.replace(/\+[^@]*@/, '@')

/**
 * The limits on the mails to one mailbox that anyone can cause.
 * @example
 * mailsTo('ana+news@acme.com') // mailsTo('Ana@acme.com')
 * mailsTo('ana@acme.com').map(({ limit }) => limit) // ['mails-to-mailbox', 'mails-to-mailbox-a-day']
 */
export const mailsTo = (email: string): LimitCheck[] => {
  const of = emailHash(mailboxOf(email.toLowerCase()))
  return [
    { limit: 'mails-to-mailbox', of },
    { limit: 'mails-to-mailbox-a-day', of },
  ]
}

/**
 * The limits on the mails to an account's address that its signed-in user asks for. Those of an account that is not proven
 * count by mailbox: a stranger may have made it, and more under the mailbox's other names.
 */
const ownMailsTo = ({ id, email, email_proven_at }: AccountRow): LimitCheck[] => {
  const of = email !== null && email_proven_at === null ? emailHash(mailboxOf(email)) : id
  return [
    { limit: 'own-mails', of },
    { limit: 'own-mails-a-day', of },
  ]
}

/**
 * Rate limit: one request for a mail of a kind a minute to one address, whether or not it has an account. Counts the request.
 * @param mails further limits, for callers who may learn of them
 */
export async function mailTooSoon(
  { limits }: Pick<AuthDependencies, 'limits'>,
  kind: MailKind,
  email: string,
  mails: readonly LimitCheck[] = [],
): Promise<AuthFailure | undefined> {
  return tooSoon(await limits.admit({ limit: 'mail-to', of: `${kind}:${emailHash(email)}` }, ...mails))
}

/** The same for a mail to the address of the signed-in user's own account. */
export async function ownMailTooSoon(
  { limits }: Pick<AuthDependencies, 'limits'>,
  kind: MailKind,
  account: AccountRow,
): Promise<AuthFailure | undefined> {
  return tooSoon(await limits.admit({ limit: 'mail-to', of: `${kind}:${account.id}` }, ...ownMailsTo(account)))
}

const tooSoon = (wait: number): AuthFailure | undefined =>
  wait === 0 ? undefined : { kind: 'mail-too-soon', detail: String(wait), retryAfterSeconds: wait }

/**
 * Whether a mail that a stranger may have asked for is sent to an account's mailbox. Counts it. Otherwise the response is the
 * same, since a refusal would reveal the account.
 */
export const mayMail = async ({ limits }: Pick<AuthDependencies, 'limits'>, email: string): Promise<boolean> =>
  (await limits.admit(...mailsTo(email))) === 0
