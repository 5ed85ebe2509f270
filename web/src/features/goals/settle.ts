import { periodStarts } from '../../lib/texts/periods.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import type { LeftOverGoal } from './api.ts'

export type Outcome = 'carried' | 'done' | 'dropped'

interface Settled {
  readonly goals: readonly LeftOverGoal[]
  readonly outcome: Outcome
}

const failed: Readonly<Record<Outcome, string>> = {
  carried: texts.goals.updateFailed,
  done: texts.goals.updateFailed,
  dropped: texts.goals.deleteFailed,
}

/** Carry-over: carries goals over, or marks them as done in their period, or drops them; gone from the list at once. */
export const useSettleGoals = (user: string, week: string) =>
  useOptimistic<readonly LeftOverGoal[], Settled>({
    queryKey: keys.goals.leftOver(user, week),
    writes: [keys.goals.every(user)],
    run: async ({ goals, outcome }) => {
      const present = periodStarts(new Date()).weekly.toISOString()
      const given = { ids: goals.map(({ id }) => id), outcome, week: present }
      return (await tables()).rpc('settle_goals', given).throwOnError()
    },
    apply: (rows, { goals }) => rows.filter(({ id }) => goals.every((goal) => goal.id !== id)),
    undo: (rows, { goals }) => [...rows, ...goals].sort((a, b) => a.place - b.place),
    failed: ({ outcome }) => failed[outcome],
    succeeded: ({ goals, outcome }) => texts.goals.settled[outcome](goals.length),
  })
