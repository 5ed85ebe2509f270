import { useEffect } from 'react'
import { useOffline } from './network.ts'
import type { useSentField } from './sent-field.ts'

type Field = Pick<ReturnType<typeof useSentField>, 'failed'> & { readonly send: () => void }

/**
 * Sends a text that failed without a network, once the network is back. A failure with a network is left to the user:
 * it would repeat. Only this tab has the text.
 */
export function useResend({ failed, send }: Field): void {
  const isOffline = useOffline()
  useEffect(() => {
    if (!failed) return
    if (isOffline && !failed.waits) failed.wait()
    if (!isOffline && failed.waits) send()
  })
}
