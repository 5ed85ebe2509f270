import { issueCode, sendCode, type CodeOwner } from './mailed-codes.ts'
import type { AuthContext, AuthParts } from './parts.ts'
import { startPkce, type Challenge } from './pkce.ts'
import { checkedRedirect, requestedRedirect } from './redirects.ts'

/** Mails a link and a code that sign in. */
export async function mailSignInLink(
  parts: AuthParts,
  c: AuthContext,
  { kind, owner, challenge }: { kind: 'recovery' | 'magiclink'; owner: CodeOwner; challenge: Challenge | undefined },
): Promise<void> {
  const { database, keys, clock, config } = parts
  const at = clock()
  const mailed = await database.transaction(async (transaction) => {
    await transaction.query('update auth.users set recovery_sent_at = $2 where id = $1', [owner.userId, at])
    if (challenge) await startPkce(transaction, owner.userId, kind, challenge, at)
    return issueCode(transaction, keys, { type: 'recovery_token', owner, at, pkce: challenge !== undefined })
  })
  const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
  sendCode(parts, { kind, to: owner.email, mailed, redirectTo })
}
