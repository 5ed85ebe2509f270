import { queryOptions, useQuery } from '@tanstack/react-query'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'

async function selectReceipt(user: string) {
  const receipts = (await tables()).from('read_receipts').select('unread, squad_read_until').eq('user_id', user)
  return (await receipts.maybeSingle().throwOnError()).data
}

/**
 * How many replies the founder has not read, and until when the squad has read; null before the first of both. A
 * failure is only logged. UnreadMark.tsx refetches it when it changes.
 */
const receiptQuery = (user: string) =>
  queryOptions({ queryKey: keys.readReceipt(user), queryFn: () => selectReceipt(user) })

export function useReadReceipt() {
  const { data } = useQuery(receiptQuery(useAccount().id))
  return { unread: data?.unread ?? 0, squadReadUntil: data?.squad_read_until ?? undefined }
}
