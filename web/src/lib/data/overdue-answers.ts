import { queryOptions } from '@tanstack/react-query'
import type { OverdueCounts } from '../texts/waiting-time.ts'
import { adminKeys } from './admin-keys.ts'
import { tables } from '../session/client.ts'

/** How many founders wait for the admin's answer, or for one of no one in particular. */
export const waitingQuery = queryOptions({
  queryKey: adminKeys.waiting,
  queryFn: async () => (await (await tables()).rpc('waiting_conversations').throwOnError()).data,
})

const MINUTE_MS = 60_000

/** Time makes a conversation overdue: refetched each minute, and with the conversations. */
export const overdueQuery = queryOptions({
  queryKey: adminKeys.overdue,
  queryFn: async (): Promise<OverdueCounts> =>
    (await (await tables()).rpc('overdue_conversations').single().throwOnError()).data,
  refetchOnWindowFocus: 'always',
  refetchInterval: MINUTE_MS,
})
