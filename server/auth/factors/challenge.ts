import { z } from 'zod'
import { CHALLENGE_SECONDS } from '../constants.ts'
import { deviceOf } from '../device.ts'
import { refuse } from '../errors.ts'
import type { AuthContext, AuthParts, Handler } from '../parts.ts'

/** The factor that the path names; undefined when it can be nobody's. */
export function factorInPath(c: AuthContext): string | undefined {
  const id = z.guid().safeParse(c.req.param('id'))
  return id.success ? id.data : undefined
}

/** POST /factors/{id}/challenge: opens a challenge, which one right code answers. */
export const challengeFactor =
  ({ database, clock, limits }: AuthParts): Handler =>
  async (c) => {
    const { userId } = c.var.signedIn.caller
    const factor = factorInPath(c)
    if (factor === undefined) return refuse(c, 'factor-not-found')
    const wait = await limits.admit({ limit: 'factor-challenge', of: userId })
    if (wait > 0) return refuse(c, 'rate-limited', { retryAfterSeconds: wait })
    const at = clock()
    const [row] = await database.query<{ challenge: { id: string; type: string } | null }>(
      'select server.challenge_factor($1, $2, $3, $4) as challenge',
      [userId, factor, deviceOf(c).ip, at],
    )
    if (!row?.challenge) return refuse(c, 'factor-not-found')
    return c.json({ ...row.challenge, expires_at: Math.floor(at.getTime() / 1000) + CHALLENGE_SECONDS })
  }
