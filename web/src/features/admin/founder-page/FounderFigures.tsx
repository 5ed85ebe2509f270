import type { ReactNode } from 'react'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { formatCount } from '../../../../../domain/numbers.ts'
import { runwayMonths, runwayText } from '../../../../../domain/runway.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { weekOf } from '../../../../../domain/week.ts'
import type { FounderSummary } from '../../../lib/data/founder-summary.ts'
import { moodsByWeek } from '../../../lib/data/moods-by-week.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { formatDay, formatShortDate, formatTime, formatWeekday } from '../../../lib/texts/dates.ts'
import { formatUsd } from '../../../../../domain/money.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Sparkline } from '../../../ui/Sparkline.tsx'
import { countChange } from './count-change.ts'
import type { FounderPageView } from './view.ts'

interface FounderFiguresProps {
  summary: FounderSummary
  view: FounderPageView
}

/** How the founder is doing, at a glance. */
export const FounderFigures = ({ summary, view }: FounderFiguresProps) => (
  <section aria-label="Figures" className={cardLook}>
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-border md:grid-cols-3 xl:grid-cols-5">
      <RunwayFigure {...summary} detailsUrl={view.detailsUrl('runway')} />
      <Mood checkIns={summary.check_ins} />
      <Figure
        label="Goals"
        value={`${formatCount(summary.goals.open)} open`}
        note={`${formatCount(summary.goals.completed)} done in 7 days`}
      />
      <Traction {...summary} />
      <NextCall call={summary.call} />
    </dl>
  </section>
)

interface FigureProps {
  label: string
  value: string
  note?: ReactNode
  chart?: ReactNode
  className?: string
}

const Figure = ({ label, value, note, chart, className }: FigureProps) => (
  <div className={classNames('flex min-w-0 flex-col bg-surface px-4 py-3', className)}>
    <dt className="text-xs font-medium text-muted">{label}</dt>
    <dd className="mt-0.5 flex flex-wrap items-center justify-between gap-x-2">
      <span className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere tabular-nums">{value}</span>
      {chart}
    </dd>
    {note && <dd className="text-sm wrap-anywhere text-muted tabular-nums">{note}</dd>}
  </div>
)

type RunwayFigureProps = Pick<FounderSummary, 'runway' | 'proposed_on'> & { detailsUrl: string }

function RunwayFigure({ runway, proposed_on, detailsUrl }: RunwayFigureProps) {
  const sent = proposed_on !== null && (
    <Link
      to={detailsUrl}
      className="flex items-center font-medium text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      New figures sent {formatDay(proposed_on)}
    </Link>
  )
  if (!runway) return <Figure label="Runway" value="–" note={sent || 'Not recorded'} />
  const now = runwayText(runwayMonths(runway))
  const before = runway.before && runwayText(runwayMonths(runway.before))
  const balance = `${formatUsd(runway.bank_balance)}, burn ${formatUsd(runway.monthly_burn)}`
  return (
    <Figure
      label="Runway"
      value={now}
      note={
        <>
          {before && before !== now ? `${balance}; ${before} four weeks ago` : balance}
          {sent}
        </>
      }
    />
  )
}

function Mood({ checkIns }: { checkIns: FounderSummary['check_ins'] }) {
  const [last] = checkIns
  // As in the cohort's table.
  const moods = moodsByWeek(checkIns, weekOf(useNow(), 'UTC'))
  if (!last) return <Figure label="Mood" value="–" note="No check-in yet" />
  return (
    <Figure
      label="Mood, 12 weeks"
      value={moodLabel(last.mood)}
      note={`Week of ${formatShortDate(last.week_of)}`}
      chart={moods.some((mood) => mood !== null) && <Sparkline values={moods} range={[1, 5]} />}
    />
  )
}

function Traction({ loops, added }: Pick<FounderSummary, 'loops' | 'added'>) {
  const { conversions, demos, messages } = added
  if (conversions === null) {
    const note = loops.length === 0 ? 'No loops yet' : 'Not known yet'
    return <Figure label="Loops, 7 days" value="–" note={note} />
  }
  return (
    <Figure
      label="Loops, 7 days"
      value={countChange(conversions, 'conversions')}
      note={`${countChange(demos ?? 0, 'demos')}, ${countChange(messages ?? 0, 'messages')}`}
    />
  )
}

function NextCall({ call }: Pick<FounderSummary, 'call'>) {
  const className = 'max-md:col-span-2 md:max-xl:col-span-2'
  if (!call) return <Figure label="Next call" value="–" note="None booked" className={className} />
  return (
    <Figure
      label="Next call"
      value={`${formatWeekday(call.starts_at)}, ${formatTime(call.starts_at)}`}
      note={SQUAD.find(({ id }) => id === call.member)?.name}
      className={className}
    />
  )
}
