import { randomInt } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import { MAILED_CODE_SECONDS } from './constants.ts'
import type { Keys } from './keys.ts'
import { writeMail, type MailKind } from './mail-texts.ts'
import type { AuthParts } from './parts.ts'

/** What a code proves, as auth.one_time_tokens names it. */
export type CodeType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'

export interface MailedCode {
  /** Six digits, for typing. */
  readonly code: string
  /** Stands for address and code in a link. */
  readonly hash: string
}

export interface CodeOwner {
  readonly userId: string
  /** The address that the code is sent to and proves. */
  readonly email: string
}

/** The PKCE flow's links answer with a code for the browser that asked, not with a session. */
export const PKCE_PREFIX = 'pkce_'

type Queries = Pick<Transaction, 'query'>

/** 56 hex digits like GoTrue's SHA-224, but keyed: six digits alone could be guessed into a working link. */
export const codeHash = (keys: Keys, email: string, code: string): string =>
  keys.mac('mailed-code', 'sha224', email, code).toString('hex')

/** Makes a new code; the one before, of the same person and type, ends. */
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

/** Uses a code up. @returns whose it was, or undefined when it is unknown, used or too old */
export async function consumeCode(
  queries: Queries,
  { hashes, types, at }: { hashes: readonly string[]; types: readonly CodeType[]; at: Date },
): Promise<{ readonly userId: string; readonly type: CodeType } | undefined> {
  const [found] = await queries.query<{ user_id: string; token_type: CodeType }>(
    `delete from auth.one_time_tokens
     where token_hash = any($1) and token_type = any($2::auth.one_time_token_type[])
       and created_at > ($3::timestamptz - make_interval(secs => $4)) at time zone 'utc'
     returning user_id, token_type`,
    [hashes, types, at, MAILED_CODE_SECONDS],
  )
  return found && { userId: found.user_id, type: found.token_type }
}

export const verifyLink = (publicUrl: string, hash: string, type: string, redirectTo: string): string =>
  `${publicUrl}/auth/v1/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString()}`

export function sendCode(
  { mail, config }: Pick<AuthParts, 'mail' | 'config'>,
  { kind, to, mailed, redirectTo }: { kind: MailKind; to: string; mailed: MailedCode; redirectTo: string },
): void {
  const link = verifyLink(config.publicUrl, mailed.hash, kind, redirectTo)
  mail.send(writeMail(kind, { productName: config.productName, to, link, code: mailed.code }))
}
