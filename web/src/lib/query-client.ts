import {
  noop,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'
import { toastError } from './toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `failed`: the notice when the query fails; without it a failure is only logged. */
    queryMeta: { failed?: string }
  }
}

/** Retries of a failed read, after 1 s and 2 s. */
const READ_RETRIES = 2

/**
 * A load of rows that are not shown yet (a list's first, or a further page) is neither restarted nor cancelled by a
 * change. It may have read the data before the change, so it is refetched once it has ended.
 */
class Queries extends QueryClient {
  /** One refetch for all changes during a load. */
  readonly #again = new Map<Query, Promise<void>>()

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
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

/** Reads and writes fail at once without a network, instead of waiting for it. */
export const createQueryClient = () =>
  new Queries({
    queryCache: new QueryCache({
      onError: (error, { meta }) => (meta?.failed ? toastError(meta.failed) : console.error(error)),
    }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: (failures, error) => failures < READ_RETRIES && isPassing(error) },
      mutations: { networkMode: 'always' },
    },
  })

/** A refusal (with an SQLSTATE or a PostgREST code) is final; other errors are retried. */
const isPassing = (error: Error) => !('code' in error && error.code)
