import type { Credentials } from '../database/caller.ts'

/** What the gate (see gate.ts) has found out about a request before a part of the server sees it. */
export interface ApiEnv {
  Variables: {
    requestId: string
    /** The client's address, counted back through the proxies that are trusted. */
    clientAddress: string
    credentials: Credentials
    /** Set by a part once it knows, for the log line. */
    userId: string | undefined
  }
}
