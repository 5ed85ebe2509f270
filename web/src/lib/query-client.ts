import {
  hashKey,
  MutationCache,
  noop,
  QueryCache,
  QueryClient,
  type DefaultOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'
import { isOffline, whenOnline } from './network.ts'
import { toastError } from './toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The notice when the query fails; without it a failure is only logged. */
      failed?: string
      /** Whether changes to the list are reported; use-live-rows.ts sets it as a default of the list's key. */
      isLive?: boolean
    }
    mutationMeta: {
      /** The keys of the lists that the mutation changes. They are refetched once it has settled. */
      writes?: readonly QueryKey[]
    }
  }
}

/** Retries of a failed read, after 1 s and 2 s. */
const READ_RETRIES = 2

/** Milliseconds until rows on the screen are read again whose last read has failed. */
const REREAD_MS = 5000

/** Milliseconds that a written list waits for its live change: it may be lost with the connection, or never come. */
const LIVE_CHANGE_MS = 1000

/** As the caches report it. */
type AnyQuery = Query<unknown, unknown, unknown>

/** The writes of a list since it was refetched last. */
interface Writes {
  inFlight: number
  /** Successful ones, without the live changes that have come: 0 or less when all may have been reported. */
  unreported: number
  timer?: ReturnType<typeof setTimeout>
}

/**
 * Decides when a changed list is refetched.
 *
 * - While a write is in flight, a refetch would undo what the screen shows, so it waits for the last one to settle.
 * - A write to a live list is reported, too, before or after its response. The list is refetched once, after both. Whose
 *   change was reported is not known: it may be another's, and then the list is refetched again for the own one. Every
 *   change is followed by a refetch, at the latest after `LIVE_CHANGE_MS`.
 * - A load of rows that are not shown yet (the first, or a further page) is neither restarted nor cancelled. It may have
 *   read the data before the change, so it is refetched once it has ended.
 */
class Queries extends QueryClient {
  readonly #writes = new Map<string, Writes>()
  readonly #rereading = new Set<string>()
  /** One refetch for all changes during a load. */
  readonly #again = new Map<Query, Promise<void>>()

  writeStarts(list: QueryKey): void {
    const writes = this.#writes.get(hashKey(list)) ?? { inFlight: 0, unreported: 0 }
    clearTimeout(writes.timer)
    writes.inFlight++
    this.#writes.set(hashKey(list), writes)
  }

  writeSettles(list: QueryKey, error: Error | null): void {
    const writes = this.#writes.get(hashKey(list))
    if (!writes) return
    writes.inFlight--
    if (!error && this.getQueryDefaults(list).meta?.isLive) writes.unreported++
    if (writes.inFlight > 0) return
    const refetch = () => {
      this.#writes.delete(hashKey(list))
      void this.invalidateQueries({ queryKey: list })
    }
    if (writes.unreported > 0) writes.timer = setTimeout(refetch, LIVE_CHANGE_MS)
    else refetch()
  }

  isRereading({ queryHash }: AnyQuery): boolean {
    return this.#rereading.has(queryHash)
  }

  /** After a failed read of rows on the screen, which may have missed a change: reads them until that succeeds. */
  async reread(query: AnyQuery): Promise<void> {
    const { queryKey, queryHash } = query
    if (this.#rereading.has(queryHash)) return
    this.#rereading.add(queryHash)
    while (query.isActive() && query.state.status === 'error') {
      await new Promise((resolve) => setTimeout(resolve, REREAD_MS))
      await whenOnline()
      await this.invalidateQueries({ queryKey, predicate: (one) => one.queryHash === queryHash })
    }
    this.#rereading.delete(queryHash)
  }

  /** Whether the refetch of a list, or of a part of it, is left to the one after its writes and their live changes. */
  #isPostponed({ queryKey, predicate }: InvalidateQueryFilters = {}): boolean {
    const writes = queryKey && this.#writes.get(hashKey(queryKey))
    if (!writes) return false
    if (predicate) return true
    writes.unreported--
    if (writes.inFlight > 0 || writes.unreported > 0) return true
    clearTimeout(writes.timer)
    this.#writes.delete(hashKey(queryKey))
    return false
  }

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    if (this.#isPostponed(filters)) return
    const loading = this.getQueryCache().findAll(filters).filter(isLoadingRows)
    const rest = (query: Query) => !loading.includes(query) && (filters?.predicate?.(query) ?? true)
    const refetched = super.invalidateQueries({ ...filters, predicate: rest }, options)
    await Promise.all([refetched, ...loading.map((query) => this.#refetchOnceLoaded(query, filters, options))])
  }

  #refetchOnceLoaded(query: Query, filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const again =
      this.#again.get(query) ??
      ended(query).then(() => {
        this.#again.delete(query)
        return hasRows(query)
          ? this.invalidateQueries({ ...filters, predicate: (one) => one === query }, options)
          : undefined
      })
    this.#again.set(query, again)
    return again
  }
}

const hasRows = ({ state }: Query): boolean => state.data !== undefined

const isLoadingRows = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && (!hasRows(query) || query.state.fetchMeta?.fetchMore !== undefined)

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
 * @param options defaults of its reads
 */
export function createQueryClient(options?: DefaultOptions['queries']): QueryClient {
  const queries = new Queries({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isShown = query.state.data !== undefined
        // Data that is shown without a network is marked as such, and a failure is reported once.
        const isKnown = isShown && (isOffline() || queries.isRereading(query))
        if (query.meta?.failed && !isKnown) toastError(query.meta.failed)
        else console.error(error)
        if (isShown && isPassing(error)) void queries.reread(query)
      },
    }),
    mutationCache: new MutationCache({
      onMutate: (_, { meta }) => meta?.writes?.forEach((list) => queries.writeStarts(list)),
      onSettled: (_, error, _input, _result, { meta }) =>
        meta?.writes?.forEach((list) => queries.writeSettles(list, error)),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < READ_RETRIES && isPassing(error),
        ...options,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

/** A refusal (with an SQLSTATE or a PostgREST code) is final; other errors are retried. */
const isPassing = (error: Error) => !('code' in error && error.code)
