import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { periodStarts } from '../../lib/texts/periods.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { inPages, lastShown, restoreRow, shown, without, type Pages } from '../../lib/data/pages.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { compareGoals } from './order.ts'

export type Goal = Tables['goals']

/** The period that a URL selects: `?goals=monthly`. */
export const periodIn = (search: URLSearchParams): GoalPeriod =>
  GOAL_PERIODS.find(({ id }) => id === search.get('goals'))?.id ?? 'weekly'

/** Page size. */
const GOALS_PAGE = 50

type Client = Awaited<ReturnType<typeof tables>>

export const goalsIn = (client: Client, user: string, period: GoalPeriod) =>
  client.from('goals').select().eq('user_id', user).eq('period', period)

/** When the present week began. */
export const thisWeek = () => periodStarts(new Date()).weekly.toISOString()

/** Whether it was done before the present week. */
export const isEarlier = ({ completed, completed_at }: Goal): boolean =>
  completed && (completed_at === null || new Date(completed_at) < periodStarts(new Date()).weekly)

/** @param last the goal after which the page starts */
async function selectGoals(user: string, period: GoalPeriod, last: Goal | null): Promise<Goal[]> {
  const present = goalsIn(await tables(), user, period).or(`completed.eq.false,completed_at.gte."${thisWeek()}"`)
  const rest = last ? present.or(isAfter(last)) : present
  const sorted = rest.order('completed').order('position', { ascending: false }).order('id')
  return (await sorted.limit(GOALS_PAGE + 1).throwOnError()).data
}

const isAfter = ({ completed, position, id }: Goal): string =>
  `completed.gt.${completed},and(completed.eq.${completed},or(position.lt.${position},and(position.eq.${position},id.gt.${id})))`

/** One founder's open goals of a period, in their order, then those done this week, page by page; refetched when one of the rows changes. */
export const goalsQuery = (user: string, period: GoalPeriod) =>
  kept(
    infiniteQueryOptions({
      queryKey: keys.goals.in(user, period),
      queryFn: ({ pageParam }) => selectGoals(user, period, pageParam),
      initialPageParam: null as Goal | null,
      getNextPageParam: (page): Goal | null => lastShown(page, GOALS_PAGE),
      select: ({ pages }: Pages<Goal>) => shown(pages, GOALS_PAGE),
      meta: { failed: texts.goals.loadFailed },
      refetchOnWindowFocus: 'always',
    }),
  )

/** One goal of a period, by its id. */
export const selectGoal = async (user: string, period: GoalPeriod, id: string): Promise<Goal | null> =>
  (
    await goalsIn(await tables(), user, period)
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
  ).data

export interface GoalCount {
  readonly open: number
  readonly done: number
}

async function countGoals(user: string): Promise<Partial<Record<string, GoalCount>>> {
  const counts = (await tables()).from('goal_counts').select('period, goals, open').eq('user_id', user)
  const { data } = await counts.throwOnError()
  return Object.fromEntries(data.map(({ period, goals, open }) => [period, { open: open ?? 0, done: (goals ?? 0) - (open ?? 0) }])) // prettier-ignore
}

/** The number of goals in each period; periods without any are missing. */
export const goalCountsQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.goals.counts(user),
      queryFn: () => countGoals(user),
      refetchOnWindowFocus: 'always',
    }),
  )

export type GoalsList = 'in' | 'earlier'

export const changed = (user: string, period: GoalPeriod, list: GoalsList = 'in') => ({
  queryKey: keys.goals[list](user, period),
  writes: [keys.goals.every(user)],
})

/** @param list the list that shows the goal */
export const useToggleGoal = (user: string, period: GoalPeriod, list?: GoalsList) =>
  useOptimistic<Pages<Goal>, Goal>({
    ...changed(user, period, list),
    run: async ({ id, completed }) =>
      (await tables()).from('goals').update({ completed: !completed }).eq('id', id).throwOnError(),
    apply: (pages, { id, completed }) =>
      changeGoal(pages, id, { completed: !completed, completed_at: completed ? null : new Date().toISOString() }),
    undo: (pages, { id, completed, completed_at }) => changeGoal(pages, id, { completed, completed_at }),
    failed: texts.goals.updateFailed,
  })

export const useDeleteGoal = (user: string, period: GoalPeriod, list?: GoalsList) =>
  useOptimistic<Pages<Goal>, Goal>({
    ...changed(user, period, list),
    run: async ({ id }) => (await tables()).from('goals').delete().eq('id', id).throwOnError(),
    apply: without,
    undo: list === 'earlier' ? restoreRow : restoreGoal,
    failed: texts.goals.deleteFailed,
    succeeded: texts.goals.deleted,
  })

/** As it was in the list. */
export const restoreGoal = (pages: Pages<Goal>, goal: Goal) => restoreRow(pages, goal, compareGoals)

export const changeGoal = (pages: Pages<Goal>, id: string, change: Partial<Goal>) =>
  inPages(pages, (goals) => goals.map((goal) => (goal.id === id ? { ...goal, ...change } : goal)))

/** An open goal of a period that has ended, from `goals_left_over`. */
export interface LeftOverGoal {
  readonly id: string
  readonly text: string
  readonly period: GoalPeriod
  /** When it was added, or carried over last. */
  readonly planned_at: string
  /** Its index in the list, in which a failed change puts it back. */
  readonly place: number
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
  return (data as Omit<LeftOverGoal, 'place'>[]).map((goal, place) => ({ ...goal, place }))
}

/**
 * The founder's open goals of ended periods, in their own order. A failure is only logged: it is an offer.
 * @param week the Monday of the present week
 */
export const leftOverQuery = (user: string, week: string) =>
  kept(
    queryOptions({
      queryKey: keys.goals.leftOver(user, week),
      queryFn: selectLeftOver,
      refetchOnWindowFocus: 'always',
    }),
  )
