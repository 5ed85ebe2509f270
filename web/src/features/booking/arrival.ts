import { useSyncExternalStore } from 'react'
import { readDraft, writeDraft } from '../../lib/drafts.ts'

/** What somebody came to the booking page of a member with. */
export interface Arrival {
  readonly member: string
  /** Lets them book. */
  readonly token?: string
  /** Lets them change a call, and what they came to do with it. */
  readonly manage?: string
  readonly intent?: 'move' | 'cancel'
}

/**
 * Reads what a link brings in its fragment, `#token=…` or `#manage=…&do=move`; undefined when that is nothing.
 */
export function readLink(member: string, fragment: string): Arrival | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const [token, manage, intent] = [given.get('token'), given.get('manage'), given.get('do')]
  if (manage) return { member, manage, ...((intent === 'move' || intent === 'cancel') && { intent }) }
  return token ? { member, token } : undefined
}

const listeners = new Set<() => void>()

/** For this tab: a reload comes back to the same call, another tab knows nothing. Signing out forgets it, like drafts. */
export function keepArrival(arrival: Arrival): void {
  keep(arrival)
  for (const listener of listeners) listener()
}

const keep = (arrival: Arrival) => writeDraft(NOBODY, 'arrival', arrival)

/** Who comes by a link need not be signed in. */
const NOBODY = ''

/** Takes the tokens out of the address at once: neither history nor bookmarks nor a shared screen keep them. */
function arrivalAt(member: string): Arrival {
  const brought = readLink(member, location.hash)
  if (brought) {
    history.replaceState(history.state, '', location.pathname + location.search)
    keep(brought)
  }
  const kept = readDraft<Arrival | null>(NOBODY, 'arrival', null)
  if (kept?.member === member) return kept
  if (empty?.member !== member) empty = { member }
  return empty
}

/** The same one each time, as React wants it. */
let empty: Arrival | undefined

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // A link opened in this very tab changes the fragment alone.
  addEventListener('hashchange', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('hashchange', listener)
  }
}

export const useArrival = (member: string): Arrival => useSyncExternalStore(listen, () => arrivalAt(member))
