import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { isSaved } from '../../lib/data/use-optimistic.ts'
import type { SquadMessage } from './messages.ts'
import { useReadReceipt } from './read-receipt.ts'

/**
 * Marks the squad's replies as read while these messages are on a visible screen.
 * @returns the id of the founder's last message that the squad has read
 */
export function useReading(user: string, messages: readonly SquadMessage[] = []): string | undefined {
  const { unread, squadReadUntil } = useReadReceipt()
  const { mutate: markRead } = useMutation({
    meta: { writes: [keys.readReceipt(user)] },
    mutationFn: async (until: string) => (await tables()).rpc('mark_replies_read', { until }).throwOnError(),
    onError: (error) => console.error(error),
  })
  const newest = messages.findLast(({ sender_type }) => sender_type === 'squad')?.created_at
  useEffect(() => {
    if (unread === 0 || !newest) return undefined
    // A conversation in a hidden tab has not been read.
    const look = () => document.visibilityState === 'visible' && markRead(newest)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [unread, newest, markRead])

  // Dates are compared as texts, which have microseconds. A message that is not stored yet has this browser's date.
  const isRead = (message: SquadMessage) =>
    message.sender_type === 'user' && isSaved(message) && message.created_at <= (squadReadUntil ?? '')
  return messages.findLast(isRead)?.id
}
