import { useReadReceipt } from './read-receipt.ts'

/** Higher counts are shown as "99+". */
const HIGHEST_SHOWN = 99

/** How many replies of the squad are unread: part of the name of the link or tab that it stands in. */
export function UnreadCount() {
  const { unread } = useReadReceipt()
  if (unread === 0) return null
  return (
    <>
      <span
        aria-hidden
        className="ml-auto min-w-5 rounded-full bg-primary px-1.5 text-center text-xs leading-5 text-on-primary tabular-nums"
      >
        {unread > HIGHEST_SHOWN ? `${HIGHEST_SHOWN}+` : unread}
      </span>
      <span className="sr-only">{unread} unread</span>
    </>
  )
}
