import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isOffline } from '../lib/offline/network.ts'
import { createPersister } from '../lib/offline/persister.ts'

/** Keeps the founder's lists on this device. Without a network they are restored first. @returns whether they are */
export function usePersister(user: string, onRestored: () => void): boolean {
  const client = useQueryClient()
  const [isRestored, setIsRestored] = useState(false)
  const finish = useEffectEvent(() => {
    setIsRestored(true)
    onRestored()
  })
  useEffect(() => {
    let stop: (() => void) | undefined
    let isLeft = false
    const start = async () => {
      const persister = createPersister(client, user)
      if (isOffline()) await persister.restore()
      finish()
      stop = await persister.start()
      if (isLeft) stop()
    }
    start().catch((error: unknown) => {
      // Storage may be forbidden.
      console.error(error)
      finish()
    })
    return () => {
      isLeft = true
      stop?.()
    }
  }, [client, user])
  return isRestored
}
