import { useCallback, useState } from 'react'

const PREFIX = 'draft:'

const keyOf = (user: string, name: string) => `${PREFIX}${user}:${name}`

/** What `user` had typed under `name` in this tab; `initial` when there is nothing readable. */
export function readDraft<Value>(user: string, name: string, initial: Value): Value {
  try {
    const stored = sessionStorage.getItem(keyOf(user, name))
    return stored === null ? initial : (JSON.parse(stored) as Value)
  } catch {
    return initial
  }
}

/** Storage may be full or forbidden: the text then lives as long as the page. */
export function writeDraft(user: string, name: string, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(user, name), JSON.stringify(value))
  } catch {
    return
  }
}

/** Leaves nothing of a person behind on a shared computer; called when they sign out themselves. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

/** State that survives closing a dialog, leaving the screen and reloading the page; per person and per tab. */
export function useDraft<Value>(user: string, name: string, initial: Value) {
  const [value, setValue] = useState(() => readDraft(user, name, initial))
  const change = useCallback(
    (next: Value | ((current: Value) => Value)) =>
      setValue((current) => {
        const changed = typeof next === 'function' ? (next as (current: Value) => Value)(current) : next
        writeDraft(user, name, changed)
        return changed
      }),
    [user, name],
  )
  return [value, change] as const
}
