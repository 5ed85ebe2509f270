import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { waitingQuery } from '../../../lib/data/overdue-answers.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { unreadBadge } from '../../../ui/unread-badge.ts'
import { useTitlePrefix } from '../../../ui/use-title-prefix.ts'

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
