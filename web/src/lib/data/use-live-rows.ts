import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
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
  | 'saved_views'
  | 'call_outcomes'

/** A channel, which stays joined for a while after the last screen that shows its list is left. */
interface Subscription {
  /** Queries with this prefix are refetched. */
  readonly queryKey: readonly string[]
  /** Called when changes are being reported, and when no more. */
  readonly listeners: Set<() => void>
  isLive: boolean
  leave: () => void
  timer?: ReturnType<typeof setTimeout>
}

/** Of each account, by what they report: those left last are the last. */
const subscriptionsOf = new WeakMap<QueryClient, Map<string, Subscription>>()

/** Milliseconds for which a channel stays joined: who comes back needs no other one, and no second read. */
const KEPT_MS = 300_000

/** Milliseconds for which reports are relied on: one may be lost. */
const TRUSTED_MS = 60_000

/** The channels that stay joined, at most. */
const MOST_KEPT = 20

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
  const reported = JSON.stringify([[table].flat(), user ?? null, queryKey, slowPause ?? null])
  const listen = useCallback((listener: () => void) => follow(queries, reported, listener), [queries, reported])
  return useSyncExternalStore(listen, () => subscriptionsOf.get(queries)?.get(reported)?.isLive ?? false)
}

/**
 * Whether a list of the founder's was read within the last minute, and its changes have been reported since: shown again, it
 * is not read again.
 */
export function isUpToDate(queries: QueryClient, { queryKey, meta, state }: Query): boolean {
  if (!meta?.isKept || meta.isReportedInPart || Date.now() - state.dataUpdatedAt > TRUSTED_MS) return false
  const subscriptions = [...(subscriptionsOf.get(queries)?.values() ?? [])]
  return subscriptions.some(
    ({ isLive, queryKey: prefix }) => isLive && prefix.every((part, at) => part === queryKey[at]),
  )
}

/** Joins the channel, or continues with it. @returns what ends that */
function follow(queries: QueryClient, reported: string, listener: () => void): () => void {
  const subscriptions = subscriptionsOf.get(queries) ?? new Map<string, Subscription>()
  subscriptionsOf.set(queries, subscriptions)
  const subscription = subscriptions.get(reported) ?? subscribe(queries, reported)
  subscriptions.set(reported, subscription)
  clearTimeout(subscription.timer)
  const { listeners } = subscription
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || subscriptions.get(reported) !== subscription) return
    subscriptions.delete(reported)
    subscriptions.set(reported, subscription)
    subscription.timer = setTimeout(() => leave(subscriptions, reported), KEPT_MS)
    const kept = [...subscriptions].filter(([, { listeners }]) => listeners.size === 0)
    for (const [name] of kept.slice(0, -MOST_KEPT)) leave(subscriptions, name)
  }
}

function leave(subscriptions: Map<string, Subscription>, name: string): void {
  const left = subscriptions.get(name)
  subscriptions.delete(name)
  clearTimeout(left?.timer)
  left?.leave()
}

/** When an account is left, its channels are. */
export function useLeaveChannels(queries: QueryClient): void {
  useEffect(
    () => () => {
      const subscriptions = subscriptionsOf.get(queries) ?? new Map<string, Subscription>()
      for (const name of subscriptions.keys()) leave(subscriptions, name)
    },
    [queries],
  )
}

function subscribe(queries: QueryClient, reported: string): Subscription {
  const [tables, user, queryKey, slowPause] = JSON.parse(reported) as [string[], string | null, string[], number | null]
  const listeners = new Set<() => void>()
  let isLeft = false
  // A list that is not shown is read when it is shown again.
  const refetch = () => refetchSoon(queries, queryKey, slowPause ?? undefined)
  const refetchIfVisible = () => document.visibilityState === 'visible' && refetch()
  // A hidden tab reads what costs much once it is seen.
  const onChange = slowPause ? refetchIfVisible : refetch

  // A topic for each channel: joining one that is still being left would meet the closing channel.
  const topic = `${tables.join(',')}:${++topics}`
  const join = async (): Promise<(() => void) | undefined> => {
    const client = await live()
    // A channel keeps the token that the client has when it joins: without one it receives nothing.
    await client.setAuth()
    if (isLeft) return undefined
    const channel = client.channel(topic)
    const filter = user === null ? {} : { filter: `user_id=eq.${user}` }
    for (const table of tables)
      channel.on('postgres_changes', { event: '*', schema: 'public', table, ...filter }, onChange)
    channel.subscribe((status) => {
      if (isLeft) return
      subscription.isLive = status === 'SUBSCRIBED'
      for (const listener of listeners) listener()
      if (subscription.isLive) refetch()
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
  const joined = joinAtLast()
  document.addEventListener('visibilitychange', refetchIfVisible)
  const leave = () => {
    isLeft = true
    document.removeEventListener('visibilitychange', refetchIfVisible)
    void joined.then((leave) => leave?.())
  }
  const subscription: Subscription = { queryKey, listeners, isLive: false, leave }
  return subscription
}
