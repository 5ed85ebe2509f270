import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface Typed {
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
}

/** There is one cache for each account and visit, and what was typed goes with it. */
const kept = new WeakMap<QueryClient, Typed>()

/** What was typed and not saved; it outlives the dialog, in memory alone. Passwords and codes are never among it. */
export function useTyped() {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Typed>(() => kept.get(queries) ?? {})
  const change = (next: Typed) => {
    kept.set(queries, next)
    setTyped(next)
  }
  return [typed, change] as const
}
