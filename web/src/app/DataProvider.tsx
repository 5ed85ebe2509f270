import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { PART_RETRIED } from '../lib/offline/boundary.ts'
import { useOffline } from '../lib/offline/network.ts'
import { useOutboxSize } from '../lib/offline/outbox.ts'
import { takeQueryClient } from '../lib/data/read-ahead.ts'
import { useLeaveChannels } from '../lib/data/use-live-rows.ts'
import { useAccount } from '../lib/session/session.tsx'
import { FullSpinner } from '../ui/Spinner.tsx'

interface DataProviderProps {
  /** Whether what is read stays on this device, to be shown without a network. */
  isKept?: boolean
  children: ReactNode
}

/** One query cache per account, so that no user sees another user's data. */
export function DataProvider(props: DataProviderProps) {
  const { id } = useAccount()
  return <Cache key={id} user={id} {...props} />
}

/** Milliseconds after which AreaParts.tsx is loaded, unless it is needed before: the first screen comes first. */
const LOAD_DELAY_MS = 3000

function Cache({ user, isKept, children }: DataProviderProps & { user: string }) {
  const [client] = useState(() => takeQueryClient(user))
  useLeaveChannels(client)
  const isOffline = useOffline()
  const hasUnsent = useOutboxSize(user) > 0
  // Without a network, what was last read is restored before the screens request it.
  const [isReady, setIsReady] = useState(!isKept || !isOffline)
  const [Parts, setParts] = useState<ComponentType<{ onRestored: () => void }>>()
  useEffect(() => {
    if (!isKept) return undefined
    const load = () =>
      import('./AreaParts.tsx').then(
        ({ FounderParts }) => setParts(() => FounderParts),
        () => setIsReady(true),
      )
    // A failed load is repeated when the network is lost or back. A link to a row may be to its comments.
    const timer = setTimeout(load, isOffline || hasUnsent || location.hash ? 0 : LOAD_DELAY_MS)
    // Typed input is sent through the data client.
    addEventListener('input', load, { once: true })
    // Many failures are one banner.
    const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
      if (query.state.status === 'error') void load()
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
      removeEventListener('input', load)
    }
  }, [isKept, isOffline, hasUnsent, client])
  useEffect(() => {
    const reload = () => {
      // What failed no longer observes its own queries.
      client.removeQueries({ type: 'inactive' })
      void client.refetchQueries()
    }
    addEventListener(PART_RETRIED, reload)
    return () => removeEventListener(PART_RETRIED, reload)
  }, [client])
  return (
    <QueryClientProvider client={client}>
      {isReady ? children : <FullSpinner />}
      {Parts && <Parts onRestored={() => setIsReady(true)} />}
    </QueryClientProvider>
  )
}
