import { findById } from '../accounts.ts'
import { refuse } from '../errors.ts'
import type { AuthParts, Handler } from '../parts.ts'
import { factorInPath } from './challenge.ts'

/** DELETE /factors/{id}: a proven one only by a session that has passed a factor. Its sessions fall back to aal1. */
export const unenrolFactor =
  ({ database, clock }: AuthParts): Handler =>
  async (c) => {
    const { aal, caller } = c.var.signedIn
    const id = factorInPath(c)
    const account = (await findById(database, caller.userId))?.account
    const factor = account?.factors.find((one) => one.id === id)
    if (!factor) return refuse(c, 'factor-not-found')
    if (factor.status === 'verified' && aal !== 'aal2') return refuse(c, 'aal2-to-unenrol')
    await database.query('select server.remove_factor($1, $2, $3)', [factor.id, caller.userId, clock()])
    return c.json({ id: factor.id })
  }
