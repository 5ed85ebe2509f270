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
    /** `failed`: what the user is told when the query gives up; without it a failure is only logged. */
    queryMeta: { failed?: string }
  }
}

/** How often a failed read is repeated, after 1 s and 2 s. */
const READ_RETRIES = 2

/**
 * What is on its way for the first time when it is invalidated may have been read before the change that made it so.
 * TanStack begins nothing anew that has no data yet: it is read once more when it has come.
 */
class Queries extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const onTheirWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(isWithoutData)
    await super.invalidateQueries(filters, options)
    const come = onTheirWay.filter((query) => !isWithoutData(query))
    await Promise.all(come.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)))
  }
}

const isWithoutData = ({ state }: Query): boolean => state.data === undefined

/** Reads and writes fail at once when the network is gone, instead of waiting for it in silence. */
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

/** A refusal (it has an SQLSTATE or a PostgREST code) stays a refusal; anything else may pass. */
const isPassing = (error: Error) => !('code' in error && error.code)
