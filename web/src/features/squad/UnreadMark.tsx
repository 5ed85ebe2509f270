import { useEffect } from 'react'
import { unreadBadge } from '../../ui/unread-badge.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { useReadReceipt } from './read-receipt.ts'
import { useTitlePrefix } from '../../ui/use-title-prefix.ts'
import { UnreadCount } from './UnreadCount.tsx'

/** Counts the unread replies, live, in the sidebar and in front of the document's title. */
export function UnreadMark() {
  const { id: user } = useAccount()
  useLiveRows('read_receipts', user, keys.readReceipt(user))
  const { unread } = useReadReceipt()
  useTitlePrefix(unread > 0 ? `(${unread}) ` : '')
  const hasUnread = unread > 0
  useEffect(() => {
    unreadBadge.set(hasUnread ? <UnreadCount /> : null)
    return () => unreadBadge.set(null)
  }, [hasUnread])
  return null
}
