import { queryOptions, useQuery } from '@tanstack/react-query'
import type { GoalSum } from '../../../../domain/goal-targets.ts'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { keys } from '../../lib/data/keys.ts'
import { rowsById } from '../../lib/data/rows-by-id.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { tables } from '../../lib/session/client.ts'
import type { Goal } from './api.ts'

/** A goal that others may serve. */
export type LongerGoal = Pick<Goal, 'id' | 'text' | 'period'>

/** Longer goals that are offered at most. */
const MOST_OFFERED = 100

const longerGoals = (client: Awaited<ReturnType<typeof tables>>, user: string) =>
  client.from('goals').select('id, text, period').eq('user_id', user)

/** The periods longer than one. */
export const longerThan = (period: GoalPeriod): readonly GoalPeriod[] => {
  const all = GOAL_PERIODS.map(({ id }) => id)
  return all.slice(all.indexOf(period) + 1)
}

/** The open goals that one of a period can serve, in the founder's order. A failure is only logged: it is an offer. */
export const servableQuery = (user: string, period: GoalPeriod) =>
  kept(
    queryOptions({
      queryKey: [...keys.goals.every(user), 'servable', period],
      queryFn: async (): Promise<LongerGoal[]> => {
        const open = longerGoals(await tables(), user)
          .eq('completed', false)
          .in('period', longerThan(period))
        const sorted = open.order('position', { ascending: false }).order('id')
        return (await sorted.limit(MOST_OFFERED).throwOnError()).data
      },
      enabled: period !== 'yearly',
    }),
  )

const servedQuery = (user: string, ids: readonly string[]) =>
  kept(
    queryOptions({
      queryKey: [...keys.goals.every(user), 'served', ...ids],
      queryFn: async (): Promise<LongerGoal[]> =>
        (
          await longerGoals(await tables(), user)
            .in('id', ids)
            .throwOnError()
        ).data,
      select: rowsById,
      enabled: ids.length > 0,
    }),
  )

const sumsQuery = (user: string, period: GoalPeriod) =>
  kept(
    queryOptions({
      queryKey: [...keys.goals.every(user), 'sums'],
      queryFn: async () => (await (await tables()).rpc('goal_sums', {}, { get: true }).throwOnError()).data,
      select: (rows) => new Map<string, GoalSum>(rows.map(({ goal, ...sum }) => [goal, sum])),
      // Nothing serves a week's goals.
      enabled: period !== 'weekly',
      refetchOnWindowFocus: 'always',
    }),
  )

/** What the goals of a list are linked to, by their ids: the goal that each serves, and the sum of those that serve it. */
export function useLinks(user: string, period: GoalPeriod, goals: readonly Goal[]) {
  const ids = [...new Set(goals.flatMap(({ parent_id }) => parent_id ?? []))].toSorted()
  const { data: served } = useQuery(servedQuery(user, ids))
  const { data: sums } = useQuery(sumsQuery(user, period))
  return ({ id, parent_id }: Goal) => ({ served: served?.get(parent_id ?? ''), sum: sums?.get(id) })
}
