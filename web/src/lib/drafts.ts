import { useCallback, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const KEY_PREFIX = 'draft:'

/** In the JSON of what waits for the network (sent-field.ts). */
const WAITS = '"waits":true'

const keyOf = (user: string, name: string) => `${KEY_PREFIX}${user}:${name}`

/** Drafts read or written on this page; undefined: not in storage. */
const drafts = new Map<string, unknown>()
/** Set after each change, always to the same map. */
const store = createStore(drafts)
/** The signed-in user, until they sign out. */
let signedIn: string | undefined
/** The user who signed out: text returned afterwards is not stored. */
const signedOut = new Set<string>()

/** The draft of `user` under `name` in this tab; `initial` when there is none or it is unreadable. */
export function readDraft<Value>(user: string, name: string, initial: Value): Value {
  const key = keyOf(user, name)
  if (!drafts.has(key)) drafts.set(key, stored(key))
  return (drafts.get(key) as Value | undefined) ?? initial
}

function stored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

type DraftStorage = 'storage' | 'memory'

/** Storage may be full or forbidden: the draft is then in memory only. */
export function writeDraft(user: string, name: string, value: unknown, storage: DraftStorage = 'storage'): void {
  if (signedOut.has(user)) return
  const key = keyOf(user, name)
  drafts.set(key, value)
  try {
    if (storage === 'storage') sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // It stays in memory.
  }
  store.set(drafts)
}

/** Starts storing the drafts of `user`. */
export function keepDrafts(user: string): void {
  signedIn = user
  signedOut.delete(user)
}

/**
 * Deletes the user's drafts, for shared computers, and stores none until they sign in again. Called when the user
 * signs out.
 */
export function forgetDrafts(): void {
  if (signedIn !== undefined) signedOut.add(signedIn)
  signedIn = undefined
  drafts.clear()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key)
}

/** Whether something typed in this tab waits for the network. */
export const hasWaiting = (): boolean =>
  Object.entries(sessionStorage).some(([key, value]) => key.startsWith(KEY_PREFIX) && String(value).includes(WAITS))

export const onDraftChange = store.subscribe

/**
 * State that survives closing a dialog, leaving the screen and reloading the page; per user and tab. It may be set after
 * its screen is unmounted: unsent text returns to its field.
 * @param initial the same value at each render
 * @param storage 'memory' for personal data: it does not survive a reload
 */
export function useDraft<Value>(user: string, name: string, initial: Value, storage?: DraftStorage) {
  const value = useSyncExternalStore(onDraftChange, () => readDraft(user, name, initial))
  const change = useCallback(
    (next: Value | ((current: Value) => Value)) => {
      const isChange = typeof next === 'function'
      const value = isChange ? (next as (current: Value) => Value)(readDraft(user, name, initial)) : next
      writeDraft(user, name, value, storage)
    },
    [user, name, initial, storage],
  )
  return [value, change] as const
}
