import type { LoopCount } from '../../../../domain/traction.ts'
import type { Loop } from '../../lib/data/loops.ts'
import { ratesOf, weeksOf, type LoopHistory } from './traction-history.ts'
import type { Cell } from '../../lib/data/csv.ts'

/** A loop with its funnel. */
export interface LoopRow {
  readonly loop: Loop
  /** Undefined for one without points. */
  readonly history: LoopHistory | undefined
  readonly messagesToDemos: number | undefined
  readonly demosToConversions: number | undefined
}

export type SortKey = 'name' | LoopCount | 'messagesToDemos' | 'demosToConversions' | 'thisWeek'

export interface LoopSort {
  readonly by: SortKey
  readonly isDescending: boolean
}

export function loopRows(loops: readonly Loop[], history: readonly LoopHistory[]): LoopRow[] {
  const histories = new Map(history.map((one) => [one.loop_id, one]))
  return loops.map((loop) => {
    const [first, second] = ratesOf(loop)
    return { loop, history: histories.get(loop.id), messagesToDemos: first.rate, demosToConversions: second.rate }
  })
}

/** What each week added, oldest first; undefined where nothing is recorded. */
export const addedIn = (history: LoopHistory | undefined, count: LoopCount): (number | undefined)[] =>
  (history?.[`${count}_added`] ?? []).map((added) => added ?? undefined)

/** Rows without a value come last, whatever the direction; equal ones keep their order. */
export function sortRows(rows: readonly LoopRow[], sort: LoopSort | undefined): readonly LoopRow[] {
  if (!sort) return rows
  const sign = sort.isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [valueOf(one, sort.by), valueOf(other, sort.by)]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return sign * (typeof left === 'string' ? left.localeCompare(String(right)) : left - Number(right))
  })
}

function valueOf(row: LoopRow, by: SortKey): string | number | undefined {
  if (by === 'messagesToDemos' || by === 'demosToConversions') return row[by]
  return by === 'thisWeek' ? addedIn(row.history, 'conversions').at(-1) : row.loop[by]
}

/** Every week of every loop, for a spreadsheet: how it was at its end, and what it added. */
export function weekCells(loops: readonly Loop[], history: readonly LoopHistory[]): Cell[][] {
  const names = new Map(loops.map(({ id, name }) => [id, name]))
  return [
    ['week_of', 'loop', 'status', ...FUNNEL, ...FUNNEL.map((count) => `${count}_added`)],
    ...history.flatMap((loop) =>
      weeksOf([loop]).map((week, index) => [
        week,
        names.get(loop.loop_id) ?? '',
        loop.statuses[index] ?? '',
        ...FUNNEL.map((count) => loop[count][index] ?? ''),
        ...FUNNEL.map((count) => loop[`${count}_added`][index] ?? ''),
      ]),
    ),
  ]
}

const FUNNEL = ['messages', 'demos', 'conversions'] as const
