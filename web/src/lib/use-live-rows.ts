import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { data } from './client.ts'

type LiveTable = 'goals' | 'traction_loops' | 'squad_messages'

let topics = 0

/**
 * Refetches `queryKey` on any change to the user's rows, and whenever changes may have been missed: on each (re)join,
 * since nothing is replayed, and when the tab comes back.
 */
export function useLiveRows(table: LiveTable, user: string, queryKey: readonly string[]): void {
  const queries = useQueryClient()
  const key = JSON.stringify(queryKey)

  useEffect(() => {
    const queryKey = JSON.parse(key) as string[]
    // While a change of ours is on its way, a refetch would undo what the screen already shows; it refetches itself.
    const refetch = () =>
      void (queries.isMutating({ mutationKey: queryKey }) || queries.invalidateQueries({ queryKey }))
    const refetchIfVisible = () => document.visibilityState === 'visible' && refetch()

    // A topic of its own for every mount: joining one that is still being left would meet the dying channel.
    const topic = `${table}:${++topics}`
    const leaving = data().then((client) => {
      const channel = client.channel(topic)
      const rows = { event: '*', schema: 'public', table, filter: `user_id=eq.${user}` } as const
      channel.on('postgres_changes', rows, refetch).subscribe((status) => status === 'SUBSCRIBED' && refetch())
      return () => void client.removeChannel(channel)
    })
    document.addEventListener('visibilitychange', refetchIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', refetchIfVisible)
      leaving.then((leave) => leave()).catch(console.error)
    }
  }, [table, user, key, queries])
}
