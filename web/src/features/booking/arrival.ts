import { useSyncExternalStore } from 'react'
import { onDraftChange, readDraft, writeDraft } from '../../lib/offline/drafts.ts'

/** The tokens of a link to a member's booking page. */
export interface Arrival {
  readonly member: string
  /** Allows booking. */
  readonly token?: string
  /** Allows changing a call, with the action that the link is for. */
  readonly manage?: string
  readonly intent?: 'move' | 'cancel'
  /** A call of the signed-in user to change, by its id. */
  readonly call?: string
}

/**
 * Parses the fragment of a link, `#token=…`, `#manage=…&do=move` or `#call=…&do=move`; undefined without any.
 */
export function readLink(member: string, fragment: string): Arrival | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const [token, manage, call, intent] = ['token', 'manage', 'call', 'do'].map((name) => given.get(name))
  const meant = (intent === 'move' || intent === 'cancel') && ({ intent } as const)
  if (manage) return { member, manage, ...meant }
  if (call) return { member, call, ...meant }
  return token ? { member, token } : undefined
}

/** Owner of the drafts of a visitor who is not signed in. */
const SIGNED_OUT = ''

/** In this tab's storage: a reload shows the same call, another tab does not. Signing out deletes it, like drafts. */
export const keepArrival = (arrival: Arrival): void => writeDraft(SIGNED_OUT, 'arrival', arrival)

/** Removes tokens from the URL at once, so that history, bookmarks and a shared screen do not contain them. */
function arrivalAt(member: string): Arrival {
  const linked = readLink(member, location.hash)
  if (linked) {
    history.replaceState(history.state, '', location.pathname + location.search)
    keepArrival(linked)
  }
  const stored = readDraft<Arrival | null>(SIGNED_OUT, 'arrival', null)
  if (stored?.member === member) return stored
  if (empty?.member !== member) empty = { member }
  return empty
}

/** The same object each time, as React requires. */
let empty: Arrival | undefined

function subscribe(listener: () => void): () => void {
  const leave = onDraftChange(listener)
  // A link opened in this tab changes only the fragment.
  addEventListener('hashchange', listener)
  return () => {
    leave()
    removeEventListener('hashchange', listener)
  }
}

export const useArrival = (member: string): Arrival => useSyncExternalStore(subscribe, () => arrivalAt(member))
