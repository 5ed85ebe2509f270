import { MutationCache, noop, QueryCache, QueryClient, type Query, type QueryKey } from '@tanstack/react-query'
import { isOffline, whenOnline } from '../offline/network.ts'
import { refetchSoon } from './refetch.ts'
import { isUpToDate } from './use-live-rows.ts'
import { toastError } from '../texts/toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The notice when the query fails on a screen; without it a failure is only logged. */
      failed?: string
      /** Whether its data is kept for offline use (kept-query.ts). */
      isKept?: boolean
      /** Whether it also reads what its live channel does not report: shown again, it is always read again. */
      isReportedInPart?: boolean
    }
    mutationMeta: {
      /** The keys of the lists that the mutation changes. They are refetched soon after it has settled (refetch.ts). */
      writes?: readonly QueryKey[]
    }
  }
}

/** Retries of a failed read: after 1 s and 2 s, or when the server has room again. */
const READ_RETRIES = 2

/** Refusals for want of room: a rate limit, or no connection to the database (PGRST000 to 003). */
const BUSY = new Set(['over_request_rate_limit', 'PGRST000', 'PGRST001', 'PGRST002', 'PGRST003'])

/** Milliseconds for which the server refuses an account one of whose statements was too slow. */
const BUSY_MS = 5000

/** Milliseconds until rows on the screen are read again whose last read has failed. */
const REREAD_MS = 5000

/** As the caches report it. */
type AnyQuery = Query<unknown, unknown, unknown>

const hasRows = ({ state }: Query): boolean => state.data !== undefined

/** Resolves when the request in flight has ended, if there is one. */
const ended = ({ promise }: Query): Promise<unknown> => Promise.resolve(promise).catch(noop)

/**
 * Before an optimistic change: waits for a first load, which has no rows to change yet, and cancels other reads, whose
 * responses are from before the change and would undo it. (A first load that is cancelled shows a spinner forever.)
 */
export async function stopReads(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstLoads = queries.getQueryCache().findAll({ queryKey, predicate: (query) => !hasRows(query) })
  await Promise.all(firstLoads.map(ended))
  await queries.cancelQueries({ queryKey, predicate: hasRows })
}

/**
 * Reads and writes fail at once without a network, instead of waiting for it.
 * @param isFirstScreen whether the page's first screen is still being rendered: it does not read again what has arrived, or
 * failed, before it is there
 */
export function createQueryClient(isFirstScreen = () => false): QueryClient {
  const rereading = new Set<string>()

  /** After a failed read of rows on the screen, which may have missed a change: reads them until that succeeds. */
  async function reread(query: AnyQuery): Promise<void> {
    const { queryHash } = query
    if (rereading.has(queryHash)) return
    rereading.add(queryHash)
    while (query.isActive() && query.state.status === 'error') {
      await new Promise((resolve) => setTimeout(resolve, REREAD_MS))
      await whenOnline()
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    rereading.delete(queryHash)
  }

  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isShown = query.state.data !== undefined
        // Without a network a banner says so, once for all of them. Otherwise a failure is reported once.
        const isKnown = isOffline() || (isShown && rereading.has(query.queryHash))
        // What is read ahead is read again when it is shown.
        const isAsked = query.getObserversCount() > 0 || isFirstScreen()
        if (query.meta?.failed && isAsked && !isKnown) toastError(query.meta.failed)
        else console.error(error)
        if (isShown && isPassing(error)) void reread(query)
      },
    }),
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _input, _result, { meta }) =>
        meta?.writes?.forEach((list) => refetchSoon(queries, list)),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < READ_RETRIES && isPassing(error),
        retryDelay: (failures, error) => (isBusy(error) ? BUSY_MS : 1000 * 2 ** failures),
        staleTime: (query) => (isFirstScreen() || isUpToDate(queries, query) ? Infinity : 0),
        retryOnMount: () => !isFirstScreen(),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

const isBusy = (error: Error): boolean => 'code' in error && BUSY.has(error.code as string)

/** Another refusal (with an SQLSTATE or a PostgREST code) is final; other errors are retried. */
const isPassing = (error: Error): boolean => isBusy(error) || !('code' in error && error.code)
