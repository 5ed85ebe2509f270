import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

interface Typed {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** There is one cache for each account and visit, and what was typed goes with it. */
const kept = new WeakMap<QueryClient, Typed>()
const listeners = new Set<() => void>()
const NOTHING: Typed = {}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * What was typed and not saved; it outlives the dialog, in memory alone. Passwords and codes are never among it. A form
 * may be gone, and others typed in, before its answer comes: a change begins with what is typed by then.
 */
export function useTyped() {
  const queries = useQueryClient()
  const current = () => kept.get(queries) ?? NOTHING
  const typed = useSyncExternalStore(subscribe, current)
  const change = (how: (typed: Typed) => Typed) => {
    kept.set(queries, how(current()))
    for (const listener of listeners) listener()
  }
  return [typed, change] as const
}

/** What is typed, but for the fields that still hold what was submitted. */
export function typedSince<Form extends object>(submitted: Partial<Form>, typed: Form): Partial<Form> {
  const changed = Object.entries(typed).filter(([name, text]) => submitted[name as keyof Form] !== text)
  return Object.fromEntries(changed) as Partial<Form>
}
