import type { Figure, ThisWeek } from '../../../../domain/this-week.ts'
import { formatChange, formatCount } from '../../../../domain/numbers.ts'
import { LOOP_COUNTS } from '../../../../domain/traction.ts'
import { classNames } from '../../ui/class-names.ts'
import { WeekBars } from '../../ui/WeekBars.tsx'

/**
 * What the week has so far: what the loops gained, and the goals done, each against the week before; beside those of the
 * last week while the verdict is on that.
 */
export function WeekFigures({
  verdict,
  figures,
  goals: { done, of },
}: Pick<ThisWeek, 'verdict' | 'figures' | 'goals'>) {
  const isLast = verdict?.week === 'last'
  const counts = LOOP_COUNTS.filter(({ id }) => figures[id].now !== null)
  return counts.length + of === 0 ? null : (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-border pt-4 lg:grid-cols-4">
      {counts.map(({ id, label }) => (
        <WeekFigure
          key={id}
          label={label}
          figure={figures[id]}
          value={formatCount(figures[id].now ?? 0)}
          isLast={isLast}
        />
      ))}
      <WeekFigure label="Weekly goals done" figure={figures.goals} value={formatCount(done)} of={of} isLast={isLast} />
    </dl>
  )
}

interface WeekFigureProps {
  label: string
  figure: Figure
  value: string
  of?: number
  isLast: boolean
}

function WeekFigure({ label, figure: { now, before, weeks }, value, of, isLast }: WeekFigureProps) {
  const change = now === null || before === null ? 0 : now - before
  const last = isLast ? weeks.at(-2) : undefined
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex items-end justify-between gap-3">
        <span className="max-w-full shrink-0 text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">
          {value}
          {of !== undefined && <span className="text-base font-normal text-muted">{` of ${of}`}</span>}
        </span>
        {/* A first week compares with nothing. */}
        {before !== null && (
          // Beside a long figure the oldest weeks are cut.
          <span className="flex min-w-0 justify-end overflow-hidden">
            <WeekBars label={`${label} by week`} values={weeks.map((week) => week ?? undefined)} />
          </span>
        )}
      </dd>
      <dd className={classNames('min-h-5 text-sm', change > 0 ? 'text-success' : 'text-muted')}>
        {typeof last === 'number'
          ? `${formatCount(last)} last week`
          : change !== 0 && `${formatChange(change)} on the same days`}
      </dd>
    </div>
  )
}
