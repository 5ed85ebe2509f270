import * as z from 'zod/mini'
import type { FunctionContext } from './function.ts'
import { signedTokens } from './signed-token.ts'

/** The kinds of mail that a founder or an admin switches off (`stop_mails`). */
export const MAIL_KINDS = ['replies', 'weekly', 'reminder', 'promises', 'team_week'] as const

export type MailKind = (typeof MAIL_KINDS)[number]

interface Stopped {
  readonly user: string
  readonly kind: MailKind
}

/** Days in which the links of a mail work: people look for them in old mails. */
const VALID_DAYS = 400

const DAY_MS = 86_400_000

/** Tokens that switch one kind of mail off for one account, and nothing else. */
export const stopTokens = ({ secretKey }: Pick<FunctionContext, 'secretKey'>) => {
  const shape = z.strictObject({ user: z.string(), kind: z.enum(MAIL_KINDS) })
  const values = signedTokens<Stopped>(secretKey, 'stop mails', shape)
  return {
    verify: values.verify,
    give: (stopped: Stopped) => values.sign(stopped, new Date(Date.now() + VALID_DAYS * DAY_MS)),
  }
}

/** The link that ends mails of this kind, and the headers with which mail programs offer it (RFC 2369, RFC 8058). */
export async function stopLink(
  context: FunctionContext,
  stopped: Stopped,
): Promise<{ readonly link: string; readonly headers: Readonly<Record<string, string>> }> {
  const link = `${context.supabaseUrl}/functions/v1/stop-mails?token=${await stopTokens(context).give(stopped)}`
  return {
    link,
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
