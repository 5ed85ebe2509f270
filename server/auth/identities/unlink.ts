import { z } from 'zod'
import { findById } from '../accounts.ts'
import { refuse, type AuthFailureKind } from '../errors.ts'
import type { AuthParts, Handler } from '../parts.ts'

type Unlinking =
  | { readonly outcome: 'unlinked'; readonly ended: readonly string[] }
  | { readonly outcome: Extract<AuthFailureKind, 'last-identity' | 'identity-not-found' | 'email-conflict'> }

/** DELETE /user/identities/{id}: takes a way in away, never the last one. */
export const unlinkIdentity =
  ({ database, clock, providers, sessions }: AuthParts): Handler =>
  async (c) => {
    const { aal, caller } = c.var.signedIn
    if (providers.offered.length === 0) return refuse(c, 'linking-disabled')
    const id = z.guid().safeParse(c.req.param('id'))
    if (!id.success) return refuse(c, 'identity-id-malformed')
    const account = (await findById(database, caller.userId))?.account
    if (!account) return refuse(c, 'user-from-sub-missing')
    const hasFactor = account.factors.some(({ status }) => status === 'verified')
    if (hasFactor && aal !== 'aal2') return refuse(c, 'aal2-to-link')
    const offered = providers.offered.map((provider) => provider.id)
    const [row] = await database.query<{ unlinking: Unlinking }>(
      'select server.unlink_identity($1, $2, $3, $4, $5) as unlinking',
      [account.id, id.data, caller.sessionId, offered, clock()],
    )
    if (!row) throw new Error('server.unlink_identity answered nothing')
    if (row.unlinking.outcome !== 'unlinked') return refuse(c, row.unlinking.outcome)
    sessions.forget(row.unlinking.ended)
    return c.json({})
  }
