import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { QuestionRunner } from '../features/growth-chat/QuestionRunner.tsx'
import { formatDay, formatTime } from '../lib/texts/dates.ts'
import { useOffline } from '../lib/offline/network.ts'
import { OutboxRunner } from '../lib/offline/OutboxRunner.tsx'
import { isKept } from '../lib/offline/persister.ts'
import { useAccount } from '../lib/session/session.tsx'
import { NOTICE_ID } from './Frame.tsx'
import { usePersister } from './use-persister.ts'

/** Without a network these could not be loaded. Imported as where they are used: such a chunk has a file of its own. */
const loadUsedOffline = () =>
  Promise.all([
    import('../features/check-ins/UnsentCheckIns.tsx'),
    import('../lib/session/sign-out.ts'),
    import('../ui/AlertDialog.tsx'),
    import('../ui/OutboxList.tsx'),
  ])

/**
 * Keeps what is read for times without a network and marks it then; when the network is back, sends what waits and
 * refetches.
 */
export function OfflineParts({ onRestored }: { onRestored: () => void }) {
  const { id: user } = useAccount()
  const isRestored = usePersister(user, onRestored)
  useEffect(() => void loadUsedOffline().catch(console.error), [])
  if (!isRestored) return null
  return (
    <>
      <OutboxRunner />
      <QuestionRunner />
      <OfflineNotice user={user} />
    </>
  )
}

function OfflineNotice({ user }: { user: string }) {
  const isOffline = useOffline()
  const queries = useQueryClient()
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

  const place = document.getElementById(NOTICE_ID)
  if (!place || (!isOffline && !wasOffline)) return null
  return createPortal(
    <output className="block">
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
    </output>,
    place,
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
