import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useOptimistic } from '../../../lib/data/use-optimistic.ts'
import { tables } from '../../../lib/session/client.ts'

export type TeamStep = 'founder' | 'invitation' | 'admin' | 'reply' | 'thresholds'

/** Which are done; null when none is shown any more. */
type TeamSteps = Readonly<Record<TeamStep, boolean>> | null

/** Signing up, roles and saved replies are not reported live. */
const REFETCH_MS = 60_000

export const teamStepsQuery = queryOptions({
  queryKey: adminKeys.teamSteps,
  queryFn: async () => (await (await tables()).rpc('team_steps').throwOnError()).data as unknown as TeamSteps,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => state.data !== null && REFETCH_MS,
})

/** For the whole team. */
export const useDismissTeamSteps = () =>
  useOptimistic<TeamSteps, NonNullable<TeamSteps>>({
    queryKey: adminKeys.teamSteps,
    run: async () => (await tables()).rpc('dismiss_team_steps').throwOnError(),
    apply: () => null,
    undo: (_, steps) => steps,
    failed: 'Failed to dismiss the first steps',
  })
