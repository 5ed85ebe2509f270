import {
  QueryCache,
  QueryClient,
  type Query,
  type InvalidateOptions,
  type InvalidateQueryFilters,
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
 * A first load that is invalidated while in flight may have read the data before the change.
 * TanStack Query does not restart a query without data, so it is refetched once it has loaded.
 */
class Queries extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const inFlight = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(isWithoutData)
    await super.invalidateQueries(filters, options)
    const come = inFlight.filter((query) => !isWithoutData(query))
    await Promise.all(come.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)))
  }
}

const isWithoutData = ({ state }: Query): boolean => state.data === undefined

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
