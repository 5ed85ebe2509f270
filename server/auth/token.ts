import { refuse } from './errors.ts'
import type { AuthParts, Handler } from './parts.ts'
import { exchangeCode } from './pkce.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'

/** POST /token: every way to a session that needs no link, by grant. */
export function token(parts: AuthParts): Handler {
  const grants = new Map<string | undefined, Handler>([
    ['password', signIn(parts)],
    ['refresh_token', refresh(parts)],
    ['pkce', exchangeCode(parts)],
  ])
  return async (c) => grants.get(c.req.query('grant_type'))?.(c) ?? refuse(c, 'unsupported-grant')
}
