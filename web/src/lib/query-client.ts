import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toastError } from './toasts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `failed`: what the user is told when the query gives up; without it a failure is only logged. */
    queryMeta: { failed?: string }
  }
}

/** How often a failed read is repeated, after 1 s and 2 s. */
const READ_RETRIES = 2

/** Reads and writes fail at once when the network is gone, instead of waiting for it in silence. */
export const createQueryClient = () =>
  new QueryClient({
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
