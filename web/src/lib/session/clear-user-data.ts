import { storedSession } from './client.ts'
import { forgetDrafts, hasTyped } from '../offline/drafts.ts'
import { dropReturns } from './auth-redirect.ts'
import { attempt, local } from '../offline/storage.ts'

/** The database of persister.ts. */
export const PERSISTED_DATABASE = 'upswing'

/** In local storage: the sessions that were signed out without a network. Such an id can only end its session. */
export const ENDED_SESSIONS = 'ended-sessions'

/** Before the keys in local storage of what is typed and not sent yet (outbox.ts). */
export const OUTBOX = 'outbox:'

/** Whether something that the signed-in user has typed is not sent yet, or not even to be sent. */
export function hasUnsent(): boolean {
  const user = String(storedSession()?.user.id)
  return local.keys(`${OUTBOX}${user}:`).length > 0 || hasTyped(user)
}

/** Deletes what this browser has stored of the user besides the session, for the next person at a shared computer. */
export function clearUserData(): void {
  forgetDrafts()
  dropReturns()
  // Another user may have signed in before this tab notices.
  const user = storedSession()?.user.id
  for (const key of local.keys(OUTBOX)) if (!key.startsWith(`${OUTBOX}${user}:`)) local.removeItem(key)
  if (!user) local.forget()
  // Throws where storage is forbidden: then there is nothing to delete.
  attempt(() => indexedDB.deleteDatabase(PERSISTED_DATABASE))
}
