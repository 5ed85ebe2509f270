import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isOffline } from '../lib/network.ts'

/** Milliseconds after which what is read is written: the first screen comes first. */
const PERSIST_DELAY_MS = 4000

/**
 * Keeps the founder's lists on this device. Without a network they are restored first.
 * @returns whether the screens can be shown
 */
export function usePersister(client: QueryClient, user: string, isKept: boolean): boolean {
  const [isRestored, setIsRestored] = useState(() => !isKept || !isOffline())
  useEffect(() => {
    if (!isKept) return undefined
    let stop: (() => void) | undefined
    let isLeft = false
    const isRestoring = isOffline()
    const start = async () => {
      try {
        const { createPersister } = await import('../lib/persister.ts')
        const persister = createPersister(client, user)
        if (isRestoring) await persister.restore()
        setIsRestored(true)
        stop = await persister.start()
        if (isLeft) stop()
      } catch (error) {
        // Storage may be forbidden.
        console.error(error)
        setIsRestored(true)
      }
    }
    const timer = setTimeout(() => void start(), isRestoring ? 0 : PERSIST_DELAY_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client, user, isKept])
  return isRestored
}
