import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { QuestionRunner } from '../features/growth-chat/QuestionRunner.tsx'
import { formatDay, formatTime } from '../lib/texts/dates.ts'
import { isOffline as isNetworkLost, useOffline } from '../lib/offline/network.ts'
import { OutboxRunner } from '../lib/offline/OutboxRunner.tsx'
import { isKept } from '../lib/offline/persister.ts'
import { useAccount } from '../lib/session/session.tsx'
import { Notice } from './Notice.tsx'
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
  const [readAt, setReadAt] = useState<number>()
  useEffect(() => {
    if (!isOffline) return undefined
    const update = () => setReadAt(oldestShown(queries, user))
    update()
    const unsubscribe = queries.getQueryCache().subscribe(() => queueMicrotask(update))
    return () => {
      unsubscribe()
      // It is back.
      if (!isNetworkLost()) void queries.invalidateQueries()
    }
  }, [isOffline, queries, user])

  return (
    <Notice>
      {isOffline && (
        <>
          <CloudOff aria-hidden className="size-4 shrink-0 text-muted" />
          <p className="min-w-0 flex-1 basis-60">
            You’re offline.{' '}
            {readAt === undefined ? (
              'This screen isn’t saved on this device.'
            ) : (
              <>
                Last updated {formatDay(new Date(readAt))}, {formatTime(new Date(readAt))}.
              </>
            )}{' '}
            What you add will be sent when you’re back online.
          </p>
        </>
      )}
    </Notice>
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
