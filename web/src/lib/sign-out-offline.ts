import { sessionIdOf } from '../../../domain/access-token.ts'
import { auth, removeStoredSession, storedSession } from './client.ts'
import { config } from './config.ts'
import { hasWaiting } from './drafts.ts'
import { ENDED_SESSIONS, forgetUser } from './forget.ts'
import { whenOnline } from './network.ts'
import { texts } from './texts.ts'
import { toastSuccess } from './toasts.ts'

/** Ends this browser's session here at once, and at the server when that is reachable. */
export async function signOutOffline(): Promise<void> {
  // oxlint-disable-next-line no-alert -- Rare, and what is lost cannot be restored.
  if (hasWaiting() && !confirm(texts.auth.signOutLoses)) return
  const stored = storedSession()
  removeStoredSession()
  // Without a stored session this needs no server. It also signs out the other tabs.
  await auth().signOut({ scope: 'local' })
  forgetUser()
  if (stored) store([...ended(), sessionIdOf(stored.access_token)])
  toastSuccess(texts.auth.signedOutHere)
  void endSessions()
}

const ended = () => JSON.parse(localStorage.getItem(ENDED_SESSIONS) ?? '[]') as unknown[]

function store(ids: readonly unknown[]): void {
  if (ids.length > 0) localStorage.setItem(ENDED_SESSIONS, JSON.stringify(ids))
  else localStorage.removeItem(ENDED_SESSIONS)
}

/** Ends at the server what was signed out without a network. A failure leaves it to the next page. */
export async function endSessions(): Promise<void> {
  await whenOnline()
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
