import { useEffect, useState, type ComponentType } from 'react'
import { useOffline } from '../lib/network.ts'

/** Milliseconds after which the chunk is loaded, so that it is there when the network is lost. */
const LOAD_DELAY_MS = 3000

/** What only happens without a network or after it, in a chunk of its own. */
export function Offline() {
  const isOffline = useOffline()
  const [Notice, setNotice] = useState<ComponentType>()
  useEffect(() => {
    // A failed load is repeated when the network is back.
    const load = () =>
      import('./OfflineNotice.tsx').then(
        ({ OfflineNotice }) => setNotice(() => OfflineNotice),
        () => undefined,
      )
    const timer = setTimeout(() => void load(), isOffline ? 0 : LOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isOffline])
  return Notice && <Notice />
}
