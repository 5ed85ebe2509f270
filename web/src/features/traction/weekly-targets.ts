import { queryOptions } from '@tanstack/react-query'
import type { LoopCount } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { keys } from '../../lib/data/keys.ts'
import { useOptimistic } from '../../lib/data/use-optimistic.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { tables } from '../../lib/session/client.ts'

/** Notices: the screens without targets do not load them. */
const targetTexts = {
  loadFailed: 'Failed to load your weekly targets',
  saveFailed: 'Failed to save your weekly targets',
  saved: 'Weekly targets saved',
} as const

/** The database refuses more. */
export const MAX_TARGET = 1_000_000

/** What the founder wants to add in a week; null: no target. */
export type WeeklyTargets = Readonly<Record<LoopCount, number | null>>

export const NO_TARGETS: WeeklyTargets = { conversions: null, demos: null, messages: null }

async function selectTargets(user: string): Promise<WeeklyTargets> {
  const targets = (await tables()).from('weekly_targets').select('conversions, demos, messages').eq('user_id', user)
  return (await targets.maybeSingle().throwOnError()).data ?? NO_TARGETS
}

export const weeklyTargetsQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.weeklyTargets(user),
      queryFn: () => selectTargets(user),
      meta: { failed: targetTexts.loadFailed },
    }),
  )

/** From its week on, until the next one. */
export interface WeeklyTargetPoint extends WeeklyTargets {
  /** A Monday. */
  readonly week: IsoDate
}

/** From which week the founder's targets counted, oldest first. */
export const weeklyTargetPointsQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.weeklyTargetPoints(user),
      queryFn: async () => {
        const points = (await tables()).from('weekly_target_points').select('week, conversions, demos, messages')
        return (await points.eq('user_id', user).order('week').throwOnError()).data as WeeklyTargetPoint[]
      },
      meta: { failed: targetTexts.loadFailed },
    }),
  )

/**
 * The target of each week that had one.
 * @param weeks Mondays, oldest first; the last one is the present week, whose target is `present`
 * @example
 * const points = [{ week: '2026-03-09', conversions: 2, demos: null, messages: null }] as const
 * const targets = targetsOf(['2026-03-02', '2026-03-09', '2026-03-16'], { count: 'conversions', points, present: 3 })
 * [...targets] // [['2026-03-09', 2], ['2026-03-16', 3]]
 */
export function targetsOf(
  weeks: readonly IsoDate[],
  {
    count,
    points,
    present,
  }: {
    readonly count: LoopCount
    readonly points: readonly WeeklyTargetPoint[]
    readonly present: number
  },
): ReadonlyMap<IsoDate, number> {
  return new Map(
    weeks.flatMap((week, index) => {
      const isPresent = index === weeks.length - 1
      const target = isPresent ? present : points.findLast((point) => point.week <= week)?.[count]
      return target ? [[week, target] as const] : []
    }),
  )
}

interface Change {
  readonly from: WeeklyTargets
  readonly to: WeeklyTargets
}

/** @param restoreInput gets the targets that could not be saved */
export const useSaveWeeklyTargets = (user: string, restoreInput: (change: Change) => void) =>
  useOptimistic<WeeklyTargets, Change>({
    queryKey: keys.weeklyTargets(user),
    run: async ({ to }) =>
      (await tables())
        .from('weekly_targets')
        .upsert({ user_id: user, ...to })
        .throwOnError(),
    apply: (_, { to }) => to,
    undo: (_, { from }) => from,
    restoreInput,
    failed: targetTexts.saveFailed,
    succeeded: targetTexts.saved,
  })

/**
 * A typed target.
 * @returns null: none; undefined: it cannot be one
 * @example
 * parseTarget(' 40 ') // 40
 * parseTarget('1,200') // 1200
 * parseTarget('') // null
 * parseTarget('0') // undefined
 */
export function parseTarget(typed: string): number | null | undefined {
  const digits = typed.trim().replaceAll(/[\s,.’']/g, '')
  if (digits === '') return null
  const target = /^\d{1,7}$/.test(digits) ? Number(digits) : 0
  return target >= 1 && target <= MAX_TARGET ? target : undefined
}
