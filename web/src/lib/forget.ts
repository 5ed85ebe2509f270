import { forgetDrafts } from './drafts.ts'
import { dropLinking } from './return.ts'

/** The database of persister.ts. */
export const PERSISTED_DATABASE = 'upswing'

/** In local storage: the sessions that were signed out without a network. Such an id can only end its session. */
export const ENDED_SESSIONS = 'ended-sessions'

/** Deletes what this browser has stored of the user besides the session, for the next person at a shared computer. */
export function forgetUser(): void {
  forgetDrafts()
  dropLinking()
  // Where storage is forbidden there is none.
  globalThis.indexedDB?.deleteDatabase(PERSISTED_DATABASE)
}
