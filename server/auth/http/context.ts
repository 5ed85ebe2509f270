import type { Context } from 'hono'
import { isIP } from 'node:net'
import type { ApiEnv } from '../../http/context.ts'
import { USER_AGENT_CHARACTERS } from '../constants.ts'
import type { VerifiedToken } from '../sessions/access-tokens.ts'

/** A request's address and User-Agent, as a session stores them. */
export interface Device {
  readonly ip: string | null
  readonly agent: string | null
}

export const deviceOf = (c: AuthContext): Device => ({
  ip: isIP(c.var.clientAddress) ? c.var.clientAddress : null,
  agent: c.req.header('user-agent')?.slice(0, USER_AGENT_CHARACTERS) ?? null,
})

export interface AuthEnv {
  Variables: ApiEnv['Variables'] & {
    /** The verified access token; set on routes that require a signed-in user. */
    signedIn: VerifiedToken
  }
}

export type AuthContext = Context<AuthEnv>
export type Handler = (c: AuthContext) => Promise<Response>
