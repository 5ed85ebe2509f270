import { addDays } from '../../../../domain/days.ts'
import type { LoopCount, LoopStatus } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'

/**
 * A loop at the end of each week, from the week of its first point to this one, and what it gained in each; null where
 * nothing says how it was before (`traction_history`).
 */
export type LoopHistory = {
  readonly loop_id: string
  /** A Monday. */
  readonly first_week: IsoDate
  readonly statuses: readonly LoopStatus[]
} & Readonly<Record<LoopCount, readonly number[]>> &
  Readonly<Record<`${LoopCount}_added`, readonly (number | null)[]>>

/** One week of a count, over one loop or several. */
export interface CountedWeek {
  /** Monday of the week. */
  readonly week: IsoDate
  /** At the end of the week. */
  readonly total: number
  /** In the week; undefined where nothing says how it was before. */
  readonly added: number | undefined
}

/** A count by week, oldest first. */
export function countedWeeks(loops: readonly LoopHistory[], count: LoopCount): CountedWeek[] {
  return weeksOf(loops).map((week, index, { length }) => {
    const there = loops.flatMap((loop) => loop[count].at(index - length) ?? [])
    const known = loops.flatMap((loop) => loop[`${count}_added`].at(index - length) ?? [])
    return { week, total: sum(there), added: known.length === 0 ? undefined : sum(known) }
  })
}

/** How many loops were running or scaling at the end of each week, oldest first. */
export const activeLoopsByWeek = (loops: readonly LoopHistory[]): number[] =>
  weeksOf(loops).map(
    (_, index, { length }) =>
      loops.filter(({ statuses }) => (statuses.at(index - length) ?? 'paused') !== 'paused').length,
  )

/** The Mondays from the first point of any loop to this week. */
export function weeksOf(loops: readonly LoopHistory[]): IsoDate[] {
  const first = loops.map(({ first_week }) => first_week).toSorted()[0]
  if (first === undefined) return []
  const length = Math.max(...loops.map((loop) => loop.statuses.length))
  return Array.from({ length }, (_, index) => addDays(first, index * 7))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0)

/** The rates of a funnel: the share of messages that become demos, and of demos that become conversions. */
export function ratesOf({ messages, demos, conversions }: Readonly<Record<LoopCount, number>>) {
  return [
    { label: 'Messages to demos', rate: rate(demos, messages) },
    { label: 'Demos to conversions', rate: rate(conversions, demos) },
  ] as const
}

/** @returns undefined where there is nothing to take a share of */
const rate = (part: number, whole: number): number | undefined => (whole > 0 ? part / whole : undefined)
