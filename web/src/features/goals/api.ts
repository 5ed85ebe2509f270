import { queryOptions } from '@tanstack/react-query'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { periodStarts } from '../../lib/texts/periods.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { inPages, newestFirst, pageAfter, restoreRow, without, type Pages, type Cursor } from '../../lib/data/pages.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'

export type Goal = Tables['goals']

/** The period that a URL selects: `?goals=monthly`. */
export const periodIn = (search: URLSearchParams): GoalPeriod =>
  GOAL_PERIODS.find(({ id }) => id === search.get('goals'))?.id ?? 'weekly'

/** Page size. */
const GOALS_PAGE = 50

async function selectGoals(user: string, period: GoalPeriod, cursor: Cursor | null): Promise<Goal[]> {
  const goals = (await tables()).from('goals').select().eq('user_id', user).eq('period', period)
  return (await pageAfter(goals, cursor, GOALS_PAGE).throwOnError()).data
}

/** One founder's goals of a period, newest first, page by page; refetched when one of the rows changes. */
export const goalsQuery = (user: string, period: GoalPeriod) => ({
  ...newestFirst({
    queryKey: keys.goals.in(user, period),
    size: GOALS_PAGE,
    select: (cursor) => selectGoals(user, period, cursor),
    failed: texts.goals.loadFailed,
  }),
  refetchOnWindowFocus: 'always' as const,
})

/** One goal of a period, by its id. */
export async function selectGoal(user: string, period: GoalPeriod, id: string): Promise<Goal | null> {
  const goals = (await tables()).from('goals').select().eq('user_id', user).eq('period', period)
  return (await goals.eq('id', id).maybeSingle().throwOnError()).data
}

async function countGoals(user: string): Promise<Partial<Record<string, number>>> {
  const counts = (await tables()).from('goal_counts').select('period, goals').eq('user_id', user)
  const { data } = await counts.throwOnError()
  return Object.fromEntries(data.map(({ period, goals }) => [period, goals ?? 0]))
}

/** The number of goals in each period; periods without any are missing. */
export const goalCountsQuery = (user: string) =>
  queryOptions({ queryKey: keys.goals.counts(user), queryFn: () => countGoals(user), refetchOnWindowFocus: 'always' })

const changed = (user: string, period: GoalPeriod) => ({
  queryKey: keys.goals.in(user, period),
  writes: [keys.goals.every(user)],
})

export const useToggleGoal = (user: string, period: GoalPeriod) =>
  useOptimistic<Pages<Goal>, Goal>({
    ...changed(user, period),
    run: async ({ id, completed }) =>
      (await tables()).from('goals').update({ completed: !completed }).eq('id', id).throwOnError(),
    apply: (pages, { id, completed }) => withCompleted(pages, id, !completed),
    undo: (pages, { id, completed }) => withCompleted(pages, id, completed),
    failed: texts.goals.updateFailed,
  })

export const useDeleteGoal = (user: string, period: GoalPeriod) =>
  useOptimistic<Pages<Goal>, Goal>({
    ...changed(user, period),
    run: async ({ id }) => (await tables()).from('goals').delete().eq('id', id).throwOnError(),
    apply: without,
    undo: restoreRow,
    failed: texts.goals.deleteFailed,
    succeeded: texts.goals.deleted,
  })

const withCompleted = (pages: Pages<Goal>, id: string, completed: boolean) =>
  inPages(pages, (goals) => goals.map((goal) => (goal.id === id ? { ...goal, completed } : goal)))

/** An open goal of a period that has ended, from `goals_left_over`. */
export interface LeftOverGoal {
  readonly id: string
  readonly text: string
  readonly period: GoalPeriod
  /** When it was added, or carried over last. */
  readonly planned_at: string
}

async function selectLeftOver(): Promise<LeftOverGoal[]> {
  const { weekly, monthly, quarterly, yearly } = periodStarts(new Date())
  const starts = { week: weekly, month: monthly, quarter: quarterly, year: yearly }
  const given = Object.fromEntries(Object.entries(starts).map(([name, at]) => [name, at.toISOString()]))
  const { data } = await (
    await tables()
  )
    .rpc('goals_left_over', given as Record<keyof typeof starts, string>, { get: true })
    .throwOnError()
  return data as LeftOverGoal[]
}

/**
 * The founder's open goals of ended periods, oldest first. A failure is only logged: it is an offer.
 * @param week the Monday of the present week
 */
export const leftOverQuery = (user: string, week: string) =>
  queryOptions({
    queryKey: keys.goals.leftOver(user, week),
    queryFn: selectLeftOver,
    refetchOnWindowFocus: 'always',
  })
