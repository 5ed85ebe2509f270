import { formatChange } from '../../../../domain/numbers.ts'
import { WeekBars } from '../../ui/WeekBars.tsx'

interface TrendProps {
  /** What the bars are. */
  label: string
  /** By week, oldest first; undefined where nothing is recorded. */
  values: readonly (number | undefined)[]
  /** In this week so far; undefined while nothing is known about it. */
  change: number | undefined
}

/** How a figure has changed this week, with a bar for each of the last weeks. */
export const Trend = ({ label, values, change }: TrendProps) => (
  <span className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
    <span className="text-sm text-muted tabular-nums">{textOf(change)}</span>
    {values.length > 1 && (
      <span className="ml-auto">
        <WeekBars label={label} values={values} />
      </span>
    )}
  </span>
)

function textOf(change: number | undefined): string {
  if (change === undefined) return 'First week'
  return change === 0 ? 'No change this week' : `${formatChange(change)} this week`
}
