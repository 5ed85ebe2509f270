import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { tables } from '../../../lib/session/client.ts'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { unreadBadge } from '../../../ui/unread-badge.ts'
import { useTitlePrefix } from '../../../ui/use-title-prefix.ts'

/** How many founders wait for the admin's answer, or for one of nobody in particular. */
const waitingQuery = queryOptions({
  queryKey: adminKeys.waiting,
  queryFn: async () => (await (await tables()).rpc('waiting_conversations').throwOnError()).data,
})

/** Counts the founders who wait, live, in the sidebar and in front of the document's title, on every admin screen. */
export function WaitingMark() {
  useLiveRows('squad_conversations', undefined, adminKeys.waiting)
  const { data: waiting = 0 } = useQuery(waitingQuery)
  useTitlePrefix(waiting > 0 ? `(${waiting}) ` : '')
  useEffect(() => {
    unreadBadge.set(waiting > 0 ? <CountBadge count={waiting} what="waiting" /> : null)
    return () => unreadBadge.set(null)
  }, [waiting])
  return null
}
