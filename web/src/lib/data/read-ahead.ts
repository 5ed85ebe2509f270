import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from './query-client.ts'

/** The query cache of the page's first screen. */
let first: { readonly user: string; readonly queries: QueryClient } | undefined
let isRendered = false

function firstCache(user: string): QueryClient {
  if (first?.user !== user) first = { user, queries: createQueryClient(() => !isRendered) }
  return first.queries
}

/** Requests what the first screen of the page reads, while it is rendered. Later screens read when they are shown. */
export function readAhead(user: string, read: (queries: QueryClient) => void): void {
  if (!isRendered) read(firstCache(user))
}

/** A query cache for screens of this user, with what is read ahead for them, before or after this. */
export const takeQueryClient = (user: string): QueryClient => (isRendered ? createQueryClient() : firstCache(user))

/** Called when the first screen has been rendered. */
export function endReadingAhead(): void {
  isRendered = true
  first = undefined
}
