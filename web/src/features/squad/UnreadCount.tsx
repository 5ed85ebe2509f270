import { CountBadge } from '../../ui/CountBadge.tsx'
import { useReadReceipt } from './read-receipt.ts'

/** How many replies of the squad are unread. */
export function UnreadCount() {
  const { unread } = useReadReceipt()
  return unread > 0 && <CountBadge count={unread} what="unread" />
}
