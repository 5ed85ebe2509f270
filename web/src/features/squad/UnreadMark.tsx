import { useEffect } from 'react'
import { unreadBadge } from '../../ui/unread-badge.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { useReadReceipt } from './read-receipt.ts'
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

/** Keeps it in front of the document's title, which every screen sets. */
function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    const element = document.querySelector('title')
    if (!prefix || !element) return undefined
    const show = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [prefix])
}
