import type { LoopHistory } from '../features/traction/traction-history.ts'
import { LOOP_COUNTS, type LoopCount } from '../../../domain/traction.ts'

type Totals = Partial<Record<LoopCount, readonly number[]>>

/**
 * A loop whose counts were these at the end of each week, with what each week added.
 * @param start what it had before the first week; null when nothing says
 */
export function loopHistory(
  given: Partial<LoopHistory> & { readonly loop_id: string; readonly first_week: LoopHistory['first_week'] },
  { conversions, demos, messages }: Totals,
  start: number | null = 0,
): LoopHistory {
  const totals = {
    ...(conversions && { conversions }),
    ...(demos && { demos }),
    ...(messages && { messages }),
  } as Totals
  const weeks = Math.max(...Object.values(totals).map(({ length }) => length))
  const counted = LOOP_COUNTS.map(({ id }) => {
    const ends = totals[id] ?? Array.from({ length: weeks }, () => 0)
    const added = ends.map((end, week) => (week === 0 ? start === null ? null : end - start : end - (ends[week - 1] ?? 0))) // prettier-ignore
    return { [id]: ends, [`${id}_added`]: added }
  })
  const statuses = Array.from({ length: weeks }, () => 'running' as const)
  return Object.assign({ statuses }, given, ...counted) as LoopHistory
}
