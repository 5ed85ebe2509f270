import { useQuery } from '@tanstack/react-query'
import { keys } from '../../lib/keys.ts'
import { useAccount } from '../../lib/session.tsx'
import { useLiveRows } from '../../lib/use-live-rows.ts'
import { loopsQuery } from './api.ts'

/** The signed-in founder's loops, with live updates. One component calls it and passes the result on. */
export function useLoops() {
  const { id: user } = useAccount()
  useLiveRows('traction_loops', user, keys.loops(user))
  return useQuery(loopsQuery(user))
}

export type LoopsResult = ReturnType<typeof useLoops>
