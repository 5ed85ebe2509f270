import { refuse } from './errors.ts'
import type { Handler } from './parts.ts'

/** Ways in that this server does not offer: each is refused in the words a client knows. */

export const linkIdentity: Handler = async (c) => refuse(c, 'linking-disabled')

/** GET /authorize: signing in with somebody else's account. */
export const authorize: Handler = async (c) => refuse(c, 'provider-unsupported', { detail: 'provider is not enabled' })

export const callback: Handler = async (c) => refuse(c, 'callback-state-missing')
