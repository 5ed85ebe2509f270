import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

interface Typed {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** One per query cache, and so per account. */
const kept = new WeakMap<QueryClient, Typed>()
const listeners = new Set<() => void>()
const NOTHING: Typed = {}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Typed text that is not saved; it outlives the dialog, in memory only. Never passwords and codes. A form
 * may be closed, and others edited, before its response: an update starts from the current text.
 */
export function useFormDraft() {
  const queries = useQueryClient()
  const current = () => kept.get(queries) ?? NOTHING
  const typed = useSyncExternalStore(subscribe, current)
  const change = (how: (typed: Typed) => Typed) => {
    kept.set(queries, how(current()))
    for (const listener of listeners) listener()
  }
  return [typed, change] as const
}

/** The typed text, without fields that still hold what was submitted. */
export function changedSince<Form extends object>(submitted: Partial<Form>, typed: Form): Partial<Form> {
  const changed = Object.entries(typed).filter(([name, text]) => submitted[name as keyof Form] !== text)
  return Object.fromEntries(changed) as Partial<Form>
}
