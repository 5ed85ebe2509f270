import { newestFirst, pageAfter, restoreRow, without, type Pages } from '../../lib/data/pages.ts'
import { PAGE_SIZE } from '../../lib/data/page-sizes.ts'
import { keys } from '../../lib/data/keys.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { tables } from '../../lib/session/client.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toasts } from '../../lib/texts/toasts.ts'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import type { GoalChange } from './typed-goal.ts'
import { changed, changeGoal, goalsIn, restoreGoal, thisWeek, type Goal, type GoalsList } from './api.ts'

// What the board shows at first needs none of this: it is loaded after it.

/** The goals that were done before this week, newest first, page by page. */
export const earlierQuery = (user: string, period: GoalPeriod) =>
  newestFirst({
    queryKey: keys.goals.earlier(user, period),
    size: PAGE_SIZE,
    select: async (cursor): Promise<Goal[]> => {
      const done = goalsIn(await tables(), user, period).eq('completed', true)
      const earlier = done.or(`completed_at.is.null,completed_at.lt."${thisWeek()}"`)
      return (await pageAfter(earlier, cursor, PAGE_SIZE).throwOnError()).data
    },
    failed: texts.goals.loadFailed,
  })

/** Undo of a deletion: the database keeps what was deleted for ten minutes. */
export const useRestoreGoal = (user: string, period: GoalPeriod, list?: GoalsList) =>
  useOptimistic<Pages<Goal>, Goal>({
    ...changed(user, period, list),
    run: async ({ id }) => {
      await (await tables()).rpc('restore_goal', { goal: id }).throwOnError()
      toasts.retract(texts.goals.deleted)
    },
    apply: list === 'earlier' ? restoreRow : restoreGoal,
    undo: without,
    failed: texts.goals.restoreFailed,
  })

interface Edited {
  readonly goal: Goal
  readonly change: GoalChange
}

export const useEditGoal = (user: string, period: GoalPeriod) =>
  useOptimistic<Pages<Goal>, Edited>({
    ...changed(user, period),
    run: async ({ goal: { id }, change }) => (await tables()).from('goals').update(change).eq('id', id).throwOnError(),
    apply: (pages, { goal: { id }, change }) => changeGoal(pages, id, change),
    undo: (pages, { goal, change }) =>
      changeGoal(
        pages,
        goal.id,
        Object.fromEntries(Object.keys(change).map((name) => [name, goal[name as keyof GoalChange]])),
      ),
    failed: texts.goals.updateFailed,
  })

/** Rejects when the change was undone; each call for itself, also while another one is in flight. */
export type EditGoal = ReturnType<typeof useEditGoal>['mutateAsync']

interface Moved {
  readonly goal: Goal
  /** The goal that comes directly after it then; none: it is the last one. */
  readonly before: Goal | undefined
  /** Between those of its new neighbours, until the database gives it one. */
  readonly position: number
}

export const useMoveGoal = (user: string, period: GoalPeriod) =>
  useOptimistic<Pages<Goal>, Moved>({
    ...changed(user, period),
    run: async ({ goal, before }) =>
      (await tables()).rpc('move_goal', { goal: goal.id, ...(before && { before: before.id }) }).throwOnError(),
    apply: (pages, { goal: { id }, position }) => changeGoal(pages, id, { position }),
    undo: (pages, { goal: { id, position } }) => changeGoal(pages, id, { position }),
    failed: texts.goals.updateFailed,
  })
