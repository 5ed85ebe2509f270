import { useCallback, useSyncExternalStore } from 'react'

const PREFIX = 'draft:'

const keyOf = (user: string, name: string) => `${PREFIX}${user}:${name}`

/** What has been read or written on this page; undefined: looked for, and not there. */
const drafts = new Map<string, unknown>()
const listeners = new Set<() => void>()

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
  const key = keyOf(user, name)
  drafts.set(key, value)
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // It is kept in memory.
  }
  for (const listener of listeners) listener()
}

/** Leaves nothing of a person behind on a shared computer; called when they sign out themselves. */
export function forgetDrafts(): void {
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
