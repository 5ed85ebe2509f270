import { findById } from '../accounts.ts'
import { refuse } from '../errors.ts'
import type { AuthParts, Handler } from '../parts.ts'
import { isRecentlyProven } from '../proof.ts'
import { factorInPath } from './challenge.ts'

/** DELETE /factors/{id}: a proven one only by a session that has passed a factor. Its sessions fall back to aal1. */
export const unenrolFactor =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database, clock, sessions } = parts
    const { aal, caller } = c.var.signedIn
    const id = factorInPath(c)
    const account = (await findById(database, caller.userId))?.account
    const factor = account?.factors.find((one) => one.id === id)
    if (!factor) return refuse(c, 'factor-not-found')
    if (factor.status === 'verified' && aal !== 'aal2') return refuse(c, 'aal2-to-unenrol')
    // One that was never verified guards nothing yet.
    if (factor.status === 'verified' && !(await isRecentlyProven(parts, c))) {
      return refuse(c, 'reauthentication-needed', { detail: 'This change' })
    }
    const [row] = await database.query<{ lowered: string[] }>(
      'select to_jsonb(server.remove_factor($1, $2, $3)) as lowered',
      [factor.id, caller.userId, clock()],
    )
    sessions.forget(row?.lowered ?? [])
    return c.json({ id: factor.id })
  }
