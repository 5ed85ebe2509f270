import { isIP } from 'node:net'
import { USER_AGENT_CHARACTERS } from './constants.ts'
import type { AuthContext } from './parts.ts'

/** Where a request comes from, as a session remembers it. */
export interface Device {
  readonly ip: string | null
  readonly agent: string | null
}

export const deviceOf = (c: AuthContext): Device => ({
  ip: isIP(c.var.clientAddress) ? c.var.clientAddress : null,
  agent: c.req.header('user-agent')?.slice(0, USER_AGENT_CHARACTERS) ?? null,
})
