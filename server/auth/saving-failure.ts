import { DatabaseError } from '../database/database.ts'
import { isEmailTaken } from './accounts.ts'
import type { AuthFailure } from './errors.ts'
import type { AuthContext, AuthParts } from './parts.ts'

/** The profile is made by a trigger; when that refuses, the account is refused with it. */
export function savingFailure({ log }: AuthParts, c: AuthContext, error: unknown): AuthFailure {
  if (isEmailTaken(error)) return { kind: 'user-exists' }
  const sqlState = error instanceof DatabaseError ? error.sqlState : undefined
  // Class 22 is a text that no column can hold: the request is wrong, not the server.
  if (sqlState === undefined || sqlState.startsWith('22')) throw error
  log({ kind: 'request-failed', requestId: c.var.requestId, path: c.req.path, cause: error })
  return { kind: 'saving-user-failed' }
}
