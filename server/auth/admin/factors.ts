import { factorShape } from '../accounts/user-shape.ts'
import type { Handler } from '../http/context.ts'
import { refuse, refuseFailure } from '../http/errors.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { userInPath } from './users.ts'

/** GET /admin/users/{id}/factors */
export const listFactors =
  (parts: Pick<AuthDependencies, 'database'>): Handler =>
  async (c) => {
    const stored = await userInPath(parts, c)
    return stored.ok ? c.json(stored.value.account.factors.map(factorShape)) : refuseFailure(c, stored.failure)
  }

/** DELETE /admin/users/{id}/factors/{factor}: for a user who has lost it. */
export const deleteFactor =
  ({ database, clock, sessions }: Pick<AuthDependencies, 'database' | 'clock' | 'sessions'>): Handler =>
  async (c) => {
    const stored = await userInPath({ database }, c)
    if (!stored.ok) return refuseFailure(c, stored.failure)
    const factor = stored.value.account.factors.find(({ id }) => id === c.req.param('factor'))
    if (!factor) return refuse(c, 'factor-not-found')
    const [row] = await database.query<{ lowered: string[] }>(
      'select to_jsonb(server.remove_factor($1, $2, $3)) as lowered',
      [factor.id, null, clock()],
    )
    sessions.forget(row?.lowered ?? [])
    return c.json(factorShape(factor))
  }
