import type { Credentials } from '../database/caller.ts'
import type { ReadText } from './bodies.ts'

/** The address of the server's own requests: functions ask the APIs without a socket. */
export const IN_PROCESS = 'in-process'

/** Variables that the gate (gate.ts) sets on each API request. */
export interface ApiEnv {
  Variables: {
    requestId: string
    /** The client's address, behind the trusted proxies. */
    clientAddress: string
    credentials: Credentials
    readText: ReadText
    /** Set once the caller is authenticated, for the log. */
    userId: string | undefined
  }
}
