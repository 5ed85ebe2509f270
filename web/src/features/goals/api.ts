import { queryOptions } from '@tanstack/react-query'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { texts } from '../../lib/texts.ts'
import { putBack, useOptimistic } from '../../lib/use-optimistic.ts'

export type Goal = Tables['goals']

async function selectGoals(user: string): Promise<Goal[]> {
  const goals = (await tables()).from('goals')
  const { data } = await goals.select().eq('user_id', user).order('created_at', { ascending: false }).throwOnError()
  return data
}

/** One founder's goals, newest first; refetched when one of the rows changes. */
export const goalsQuery = (user: string) =>
  queryOptions({
    queryKey: keys.goals(user),
    queryFn: () => selectGoals(user),
    refetchOnWindowFocus: 'always',
    meta: { failed: texts.goals.loadFailed },
  })

/** A goal that the server has not confirmed yet has an id of this form. */
const UNSAVED = 'unsaved:'
let unsaved = 0

export const isSaved = (goal: Goal) => !goal.id.startsWith(UNSAVED)

export const newGoal = (user: string, text: string, period: GoalPeriod): Goal => ({
  id: `${UNSAVED}${++unsaved}`,
  user_id: user,
  text,
  period,
  completed: false,
  created_at: new Date().toISOString(),
})

export const useAddGoal = (user: string) =>
  useOptimistic<Goal[], Goal>({
    queryKey: keys.goals(user),
    run: async ({ user_id, text, period, completed }) =>
      (await tables()).from('goals').insert({ user_id, text, period, completed }).throwOnError(),
    apply: (goals, added) => [added, ...goals],
    undo: (goals, added) => goals.filter(({ id }) => id !== added.id),
    failed: texts.goals.createFailed,
    succeeded: texts.goals.created,
  })

export const useToggleGoal = (user: string) =>
  useOptimistic<Goal[], Goal>({
    queryKey: keys.goals(user),
    run: async ({ id, completed }) =>
      (await tables()).from('goals').update({ completed: !completed }).eq('id', id).throwOnError(),
    apply: (goals, { id, completed }) => withCompleted(goals, id, !completed),
    undo: (goals, { id, completed }) => withCompleted(goals, id, completed),
    failed: texts.goals.updateFailed,
  })

export const useDeleteGoal = (user: string) =>
  useOptimistic<Goal[], Goal>({
    queryKey: keys.goals(user),
    run: async ({ id }) => (await tables()).from('goals').delete().eq('id', id).throwOnError(),
    apply: (goals, deleted) => goals.filter(({ id }) => id !== deleted.id),
    undo: putBack,
    failed: texts.goals.deleteFailed,
    succeeded: texts.goals.deleted,
  })

const withCompleted = (goals: Goal[], id: string, completed: boolean) =>
  goals.map((goal) => (goal.id === id ? { ...goal, completed } : goal))
