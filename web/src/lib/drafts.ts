import { useCallback, useSyncExternalStore } from 'react'

const PREFIX = 'draft:'

const keyOf = (user: string, name: string) => `${PREFIX}${user}:${name}`

/** What has been read or written on this page; undefined: looked for, and not there. */
const drafts = new Map<string, unknown>()
const listeners = new Set<() => void>()
/** Who is signed in, as long as they have not signed out themselves. */
let present: string | undefined
/** Who has signed out: what could not be sent and comes back to them only now is not kept. */
const gone = new Set<string>()

/** What `user` had typed under `name` in this tab; `initial` when there is nothing readable. */
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

/** Storage may be full or forbidden: the text then lives as long as the page. */
export function writeDraft(user: string, name: string, value: unknown): void {
  if (gone.has(user)) return
  const key = keyOf(user, name)
  drafts.set(key, value)
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // It is kept in memory.
  }
  for (const listener of listeners) listener()
}

/** `user` is signed in: what they type is kept. */
export function keepDrafts(user: string): void {
  present = user
  gone.delete(user)
}

/**
 * Leaves nothing of a person behind on a shared computer, and keeps nothing of theirs until they sign in again; called
 * when they sign out themselves.
 */
export function forgetDrafts(): void {
  if (present !== undefined) gone.add(present)
  present = undefined
  drafts.clear()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * State that survives closing a dialog, leaving the screen and reloading the page; per person and per tab. It may be
 * changed after its screen is gone: what could not be sent comes back to where it was typed.
 * @param initial the same value each time
 */
export function useDraft<Value>(user: string, name: string, initial: Value) {
  const value = useSyncExternalStore(subscribe, () => readDraft(user, name, initial))
  const change = useCallback(
    (next: Value | ((current: Value) => Value)) => {
      const isChange = typeof next === 'function'
      writeDraft(user, name, isChange ? (next as (current: Value) => Value)(readDraft(user, name, initial)) : next)
    },
    [user, name, initial],
  )
  return [value, change] as const
}
