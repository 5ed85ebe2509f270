import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from './query-client.ts'

/** What the page's first screen has requested before it was rendered. */
let ahead: { readonly user: string; readonly queries: QueryClient } | undefined
let isRendered = false

/** Requests what the first screen of the page reads, while it is rendered. Later screens read when they are shown. */
export function readAhead(user: string, read: (queries: QueryClient) => void): void {
  if (isRendered || ahead) return
  // What has arrived, or failed, before the screen is there is not read again by it.
  const queries = createQueryClient({
    staleTime: () => (isRendered ? 0 : Infinity),
    retryOnMount: () => isRendered,
  })
  ahead = { user, queries }
  read(queries)
}

/** A query cache for screens of this user, with what was read ahead for them. */
export function takeQueryClient(user: string): QueryClient {
  return ahead?.user === user ? ahead.queries : createQueryClient()
}

/** Called when the first screen has been rendered. */
export function endReadingAhead(): void {
  isRendered = true
  ahead = undefined
}
