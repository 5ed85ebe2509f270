import { formatChange } from '../../../../domain/numbers.ts'
import { Sparkline } from '../../ui/Sparkline.tsx'

/** Weeks in a small line. */
const WEEKS = 12

interface TrendProps {
  /** By week, oldest first. */
  values: readonly number[]
  /** Since last week; undefined while nothing is known about it. */
  change: number | undefined
}

/** How a figure has changed since last week, with a small line of the last weeks. */
export const Trend = ({ values, change }: TrendProps) => (
  <span className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
    <span className="text-sm text-muted tabular-nums">{textOf(change)}</span>
    {values.length > 1 && (
      <span className="ml-auto">
        <Sparkline values={values.slice(-WEEKS)} />
      </span>
    )}
  </span>
)

function textOf(change: number | undefined): string {
  if (change === undefined) return 'First week'
  return change === 0 ? 'As last week' : `${formatChange(change)} since last week`
}
