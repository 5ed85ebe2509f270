import { audit } from './audit.ts'
import { refuse } from './errors.ts'
import type { AuthParts, Handler } from './parts.ts'

const conditions = new Map([
  ['global', 'user_id = $1'],
  ['local', 'user_id = $1 and id = $2'],
  ['others', 'user_id = $1 and id <> $2'],
])

/** POST /logout?scope=: ends every session of the user (global, the default), this one, or the others. */
export const logout =
  ({ database, sessions, clock }: AuthParts): Handler =>
  async (c) => {
    const scope = c.req.query('scope') || 'global'
    const condition = conditions.get(scope)
    if (!condition) return refuse(c, 'logout-scope', { detail: scope })
    const { userId, sessionId } = c.var.signedIn.caller
    // $2 is named in every scope, so that its type is known.
    const ended = await database.query<{ id: string }>(
      `delete from auth.sessions where ${condition} and $2::uuid is not null returning id`,
      [userId, sessionId],
    )
    sessions.forget(ended.map(({ id }) => id))
    await audit(database, { at: clock(), actor: userId, action: 'signed-out', details: { scope } })
    return c.body(null, 204)
  }
