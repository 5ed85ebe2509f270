import { useEffect } from 'react'
import { useOffline } from './network.ts'

interface Waiting {
  /** False after a failure with a network, which is left to the user: it would repeat. */
  readonly isWaiting: boolean
  /** Ends the waiting. */
  readonly send: () => void
}

/** Sends what waits for the network, once it is back. Only this tab has it. */
export function useResend({ isWaiting, send }: Waiting): void {
  const isOffline = useOffline()
  useEffect(() => {
    if (isWaiting && !isOffline) send()
  })
}
