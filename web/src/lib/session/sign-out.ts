import { sessionIdOf } from '../../../../domain/access-token.ts'
import { auth, removeStoredSession, storedSession } from './client.ts'
import { config } from './config.ts'
import { ENDED_SESSIONS, clearUserData, hasUnsent } from './clear-user-data.ts'
import { isUuid } from '../data/is-uuid.ts'
import { isOffline, whenOnline } from '../offline/network.ts'
import { sendAll } from '../offline/OutboxRunner.tsx'
import { askToLose } from './sign-out-question.ts'
import { signOutTexts } from './sign-out-texts.ts'
import { local } from '../offline/storage.ts'
import { toastSuccess } from '../texts/toasts.ts'

/** Milliseconds that the end of a session waits for what is being sent. */
const SEND_TIMEOUT_MS = 5000

/** Sends what is typed and not sent yet. @returns false when something would be lost, and the user stays */
export async function prepareSignOut(): Promise<boolean> {
  const user = storedSession()?.user.id
  const timeout = new Promise((resolve) => setTimeout(resolve, SEND_TIMEOUT_MS))
  if (user && !isOffline()) await Promise.race([sendAll(user), timeout])
  if (!hasUnsent()) return true
  // Meanwhile someone else may have signed in, in another tab.
  return (await askToLose()) && storedSession()?.user.id === user
}

/** Ends this browser's session here at once, and at the server when that is reachable. */
export async function signOutOffline(): Promise<void> {
  const stored = storedSession()
  removeStoredSession()
  // Without a stored session this needs no server. It also signs out the other tabs.
  await auth().signOut({ scope: 'local' })
  clearUserData()
  if (stored) store([...ended(), String(sessionIdOf(stored.access_token))])
  toastSuccess(signOutTexts.signedOutHere)
  void endSessions()
}

function ended(): readonly string[] {
  const ids = local.read(ENDED_SESSIONS)
  return Array.isArray(ids) ? ids.map(String).filter(isUuid) : []
}

function store(ids: readonly string[]): void {
  if (ids.length > 0) local.setItem(ENDED_SESSIONS, JSON.stringify(ids))
  else local.removeItem(ENDED_SESSIONS)
}

/** Ends at the server what was signed out without a network. A failure leaves it to the next page. */
export async function endSessions(): Promise<void> {
  await whenOnline()
  // Without what is damaged.
  store(ended())
  const { supabaseUrl, supabaseKey } = config()
  for (const session of ended()) {
    const response = await fetch(`${supabaseUrl}/rest/v1/rpc/end_session`, {
      method: 'POST',
      headers: { apikey: supabaseKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ session }),
    }).catch(console.error)
    if (!response?.ok) return
    store(ended().filter((id) => id !== session))
  }
}
