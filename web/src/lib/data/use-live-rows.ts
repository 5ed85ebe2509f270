import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { live } from '../session/client.ts'
import { whenOnline } from '../offline/network.ts'
import { refetchSoon } from './refetch.ts'

type LiveTable =
  | 'goals'
  | 'traction_loops'
  | 'weekly_checkins'
  | 'squad_messages'
  | 'squad_conversations'
  | 'squad_typing'
  | 'read_receipts'
  | 'internal_notes'
  | 'squad_bookings'
  | 'decisions'
  | 'notes'
  | 'runway_data'
  | 'runway_proposals'
  | 'user_roles'
  | 'founder_invitations'
  | 'labelled_founders'
  | 'radar_snoozes'
  | 'founder_owners'
  | 'call_outcomes'

let topics = 0

/** Milliseconds until a client that could not be loaded, or has no token, is asked for again. */
const RETRY_MS = 2000

/**
 * Refetches `queryKey` on any change to the user's rows (without a user, on every visible change), and whenever changes
 * may have been missed: on each (re)join, since nothing is replayed, and when the tab becomes visible.
 * @param slowPause milliseconds between reads of what costs much, and only while the tab is visible
 * @returns whether changes are being reported
 * @example
 * import { goLive } from '../../testing/live.ts'
 * import { renderHookAt } from '../../testing/render.tsx'
 * const { result } = renderHookAt('/', () => useLiveRows('goals', 'ana', ['goals', 'ana']))
 * result.current // false
 * goLive()
 * await expect.poll(() => result.current).toBe(true)
 */
export function useLiveRows(
  table: LiveTable | readonly LiveTable[],
  user: string | undefined,
  queryKey: readonly string[],
  slowPause?: number,
): boolean {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  const key = JSON.stringify(queryKey)
  const tables = [table].flat().join(',')

  useEffect(() => {
    const queryKey = JSON.parse(key) as string[]
    const refetch = () => refetchSoon(queries, queryKey, slowPause)
    let isLeft = false
    const refetchIfVisible = () => document.visibilityState === 'visible' && refetch()
    // A hidden tab reads what costs much once it is seen.
    const onChange = slowPause ? refetchIfVisible : refetch

    // A topic for each mount: joining one that is still being left would meet the closing channel.
    const topic = `${tables}:${++topics}`
    const join = async (): Promise<(() => void) | undefined> => {
      const client = await live()
      // A channel keeps the token that the client has when it joins: without one it receives nothing.
      await client.setAuth()
      if (isLeft) return undefined
      const channel = client.channel(topic)
      const filter = user === undefined ? {} : { filter: `user_id=eq.${user}` }
      for (const table of tables.split(','))
        channel.on('postgres_changes', { event: '*', schema: 'public', table, ...filter }, onChange)
      channel.subscribe((status) => {
        if (isLeft) return
        setIsLive(status === 'SUBSCRIBED')
        if (status === 'SUBSCRIBED') refetch()
      })
      return () => void client.removeChannel(channel)
    }
    const joinAtLast = (): ReturnType<typeof join> =>
      join().catch(async (error: unknown) => {
        console.error(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        await whenOnline()
        return isLeft ? undefined : joinAtLast()
      })
    const leaving = joinAtLast()
    document.addEventListener('visibilitychange', refetchIfVisible)
    return () => {
      isLeft = true
      setIsLive(false)
      document.removeEventListener('visibilitychange', refetchIfVisible)
      void leaving.then((leave) => leave?.())
    }
  }, [tables, user, key, slowPause, queries])

  return isLive
}
