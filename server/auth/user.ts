import { findById } from './accounts.ts'
import { refuse } from './errors.ts'
import type { AuthParts, Handler } from './parts.ts'
import { userShape } from './shapes.ts'

/** GET /user: the signed-in user as stored now. */
export const getUser =
  ({ database }: AuthParts): Handler =>
  async (c) => {
    const stored = await findById(database, c.var.signedIn.caller.userId)
    return stored ? c.json(userShape(stored.account)) : refuse(c, 'user-from-sub-missing')
  }
