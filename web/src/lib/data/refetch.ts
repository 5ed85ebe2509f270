import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** Milliseconds without a further change until a list is refetched: a write and its live change cause one read. */
const PAUSE_MS = 100

/** After so many pauses it is refetched although changes keep coming. */
const LONGEST = 10

/** The refetch of a list that is due, since when. */
interface Due {
  readonly since: number
  timer: ReturnType<typeof setTimeout>
}

const dueOf = new WeakMap<QueryClient, Map<string, Due>>()

/**
 * Refetches a list that has changed, or may have: a trailing debounce. It waits while a write to the list is in flight,
 * since the response would undo what the screen shows, and while rows are loading that are not shown yet (the first ones,
 * or a further page), which may have been read before the change.
 * @param pause milliseconds; a longer one is for what costs much
 * @example
 * import { QueryClient } from '@tanstack/react-query'
 * const queries = new QueryClient()
 * queries.setQueryData(['goals', 'ana'], ['Ten demos'])
 * refetchSoon(queries, ['goals', 'ana'])
 * refetchSoon(queries, ['goals', 'ana'])
 * await expect.poll(() => queries.getQueryState(['goals', 'ana'])?.isInvalidated).toBe(true)
 */
export function refetchSoon(queries: QueryClient, queryKey: QueryKey, pause = PAUSE_MS): void {
  const lists = dueOf.get(queries) ?? new Map<string, Due>()
  dueOf.set(queries, lists)
  const list = hashKey(queryKey)
  const { since = Date.now(), timer } = lists.get(list) ?? {}
  clearTimeout(timer)
  const refetch = () => {
    if (isWritten(queries, list) || isLoadingRows(queries, queryKey)) {
      lists.set(list, { since, timer: setTimeout(refetch, PAUSE_MS) })
      return
    }
    lists.delete(list)
    void invalidate(queries, queryKey)
  }
  const left = since + LONGEST * pause - Date.now()
  lists.set(list, { since, timer: setTimeout(refetch, Math.min(pause, left)) })
}

/**
 * Refetches at once what a change has made old. What is loading for the first time may have been read before the change: it is
 * refetched once it has loaded. Resolves when all is read.
 */
export async function refetch(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const isLoading = isLoadingRows(queries, queryKey)
  // Waits for a first load, which it does not begin again.
  await queries.invalidateQueries({ queryKey })
  if (isLoading) await queries.invalidateQueries({ queryKey })
}

/** Refetches what is shown, and marks the rest. What a screen that was left is still reading would count as read after the change. */
async function invalidate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey, type: 'inactive', predicate: ({ state }) => state.data !== undefined })
  await queries.invalidateQueries({ queryKey })
}

const isWritten = (queries: QueryClient, list: string): boolean =>
  queries.isMutating({ predicate: ({ meta }) => meta?.writes?.some((key) => hashKey(key) === list) ?? false }) > 0

const isLoadingRows = (queries: QueryClient, queryKey: QueryKey): boolean =>
  queries.isFetching({
    queryKey,
    predicate: ({ state }: Query) => state.data === undefined || state.fetchMeta?.fetchMore !== undefined,
  }) > 0
