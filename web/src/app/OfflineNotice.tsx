import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDay, formatTime } from '../lib/dates.ts'
import { useOffline } from '../lib/network.ts'
import { isKept } from '../lib/persister.ts'
import { useAccount } from '../lib/session.tsx'

/** Marks what is shown without a network, and refetches it when the network is back. */
export function OfflineNotice() {
  const isOffline = useOffline()
  const queries = useQueryClient()
  const { id: user } = useAccount()
  const [wasOffline, setWasOffline] = useState(false)
  const [readAt, setReadAt] = useState<number>()
  useEffect(() => {
    if (!isOffline) return undefined
    // Screen readers announce what is inserted into a live region, not its initial content.
    const frame = requestAnimationFrame(() => setWasOffline(true))
    const update = () => setReadAt(oldestShown(queries, user))
    update()
    const unsubscribe = queries.getQueryCache().subscribe(() => queueMicrotask(update))
    return () => {
      cancelAnimationFrame(frame)
      unsubscribe()
    }
  }, [isOffline, queries, user])
  useEffect(() => {
    if (!isOffline && wasOffline) void queries.invalidateQueries()
  }, [isOffline, wasOffline, queries])

  if (!isOffline && !wasOffline) return null
  return (
    <output className="sticky top-14 z-20 block lg:top-0">
      {isOffline && wasOffline && (
        <p className="flex items-start gap-2 border-b border-border bg-sunken px-4 py-2 text-sm sm:px-8">
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span>
            No connection.{' '}
            {readAt === undefined ? (
              'Nothing of this screen was read before.'
            ) : (
              <>
                This is what was last read on {formatDay(new Date(readAt))}, {formatTime(new Date(readAt))}.
              </>
            )}{' '}
            You can change it when you are back online.
          </span>
        </p>
      )}
    </output>
  )
}

/** When the oldest list on the screen was read. The profile is read once for each page. */
function oldestShown(queries: QueryClient, user: string): number | undefined {
  const shown = queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.queryKey[0] !== 'profile')
    .filter(isKept(user))
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
}
