import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../../lib/data/keys.ts'
import { refetch } from '../../lib/data/refetch.ts'
import { checkNetwork, useOffline } from '../../lib/offline/network.ts'
import { sendDue, useOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { chatTexts } from './chat-texts.ts'
import { returnMessage } from './proposals.ts'

/** Milliseconds after which a failed attempt is repeated. */
const RETRY_MS = 5000

/** Sends confirmed messages once they can no longer be taken back, whichever screen is open. */
export function Outbox() {
  const { id: user } = useAccount()
  const queries = useQueryClient()
  const isOffline = useOffline()
  const [next] = useOutbox(user)
  const { id, sendAt } = next ?? {}

  useEffect(() => {
    if (id === undefined || sendAt === undefined || isOffline) return undefined
    const send = async () => {
      try {
        const isSent = await sendDue(user, id, ({ content }) => {
          returnMessage(user, content)
          toastError(chatTexts.returned)
        })
        if (isSent) toastSuccess(texts.squad.sent)
        await refetch(queries, keys.squadMessages.every(user))
      } catch (error) {
        console.error(error)
        void checkNetwork()
        timer = setTimeout(() => void send(), RETRY_MS)
      }
    }
    let timer = setTimeout(() => void send(), Math.max(0, sendAt - Date.now()))
    return () => clearTimeout(timer)
  }, [user, id, sendAt, isOffline, queries])

  return null
}
