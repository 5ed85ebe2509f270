import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createStore, useStore, type Store } from '../../lib/store.ts'

interface Typed {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** One per query cache, and so per account. */
const kept = new WeakMap<QueryClient, Store<Typed>>()

/**
 * Typed text that is not saved; it outlives the dialog, in memory only. Never passwords and codes. A form
 * may be closed, and others edited, before its response: an update starts from the current text.
 */
export function useFormDraft() {
  const queries = useQueryClient()
  const store = kept.get(queries) ?? createStore<Typed>({})
  kept.set(queries, store)
  const change = (how: (typed: Typed) => Typed) => store.set(how(store.current()))
  return [useStore(store), change] as const
}

/** The typed text, without fields that still hold what was submitted. */
export function changedSince<Form extends object>(submitted: Partial<Form>, typed: Form): Partial<Form> {
  const changed = Object.entries(typed).filter(([name, text]) => submitted[name as keyof Form] !== text)
  return Object.fromEntries(changed) as Partial<Form>
}
