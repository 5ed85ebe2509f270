import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'

/** Milliseconds after which it is said again; the database counts it for 30 s. */
const RENEW_MS = 10_000

/** Shows the team that the caller is writing an answer. A failure changes nothing. */
export function useTyping(founder: string, isTyping: boolean): void {
  useEffect(() => {
    if (!isTyping) return undefined
    const report = async (is_typing: boolean) =>
      (await tables()).rpc('set_typing', { founder, is_typing }).throwOnError()
    const renew = () => document.visibilityState === 'visible' && report(true).catch(console.error)
    void renew()
    const timer = setInterval(renew, RENEW_MS)
    return () => {
      clearInterval(timer)
      report(false).catch(console.error)
    }
  }, [founder, isTyping])
}

/** The ids of other members who are writing an answer to this founder now. */
export function useOthersTyping(founder: string): readonly string[] {
  useLiveRows('squad_typing', founder, adminKeys.typing(founder))
  const typing = queryOptions({
    queryKey: adminKeys.typing(founder),
    queryFn: async () => (await (await tables()).rpc('typing_members', { founder }).throwOnError()).data,
    // A member whose browser was closed is noticed by another request.
    refetchInterval: ({ state }) => (state.data?.length ? RENEW_MS : false),
  })
  return useQuery(typing).data ?? []
}
