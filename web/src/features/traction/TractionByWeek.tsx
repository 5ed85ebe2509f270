import { Download, Goal } from 'lucide-react'
import { startTransition, useDeferredValue, useMemo, useState } from 'react'
import { formatCompact, formatCount } from '../../../../domain/numbers.ts'
import { countedWeeks, type CountedWeek, type LoopHistory } from './traction-history.ts'
import { LOOP_COUNTS, type LoopCount } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { formatDate, formatShortDate } from '../../lib/texts/dates.ts'
import { downloadCsv } from '../../lib/data/csv.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { WeekChart } from '../../ui/WeekChart.tsx'
import type { Loop } from '../../lib/data/loops.ts'
import { weekCells } from './loop-rows.ts'
import { targetsOf, type WeeklyTargetPoint, type WeeklyTargets } from './weekly-targets.ts'

const WeeklyTargetsDialog = lazyDialog(() => import('./WeeklyTargetsDialog.tsx'), 'WeeklyTargetsDialog')

const ranges = [
  { id: '12', label: '12 weeks' },
  { id: '26', label: '26 weeks' },
  { id: 'all', label: 'All weeks' },
] as const

type Range = (typeof ranges)[number]['id']

const NO_POINTS: readonly WeeklyTargetPoint[] = []

const ALL_LOOPS = { id: 'all', label: 'All loops' } as const

interface TractionByWeekProps {
  loops: readonly Loop[]
  history: readonly LoopHistory[]
  /** Undefined when they are not known. */
  targets: WeeklyTargets | undefined
  /** From which week they counted. */
  targetPoints: readonly WeeklyTargetPoint[] | undefined
}

/** Counts that each week added, over all loops or one. */
export function TractionByWeek({ loops, history, targets, targetPoints = NO_POINTS }: TractionByWeekProps) {
  const [count, setCount] = useState<LoopCount>('conversions')
  const [range, setRange] = useState<Range>('12')
  const [chosen, setChosen] = useState<string>(ALL_LOOPS.id)
  // The chosen loop may have been deleted.
  const loop = loops.some(({ id }) => id === chosen) ? chosen : ALL_LOOPS.id
  const choices = useMemo(() => [ALL_LOOPS, ...loops.map(({ id, name }) => ({ id, label: name }))], [loops])
  // Targets are of all loops.
  const target = (loop === ALL_LOOPS.id && targets?.[count]) || undefined
  const [isSetting, setIsSetting] = useState(false)
  // A chart of all weeks has hundreds of elements: the choice is painted first.
  const chart = useDeferredValue(
    <Chart history={history} count={count} loop={loop} range={range} target={target} targetPoints={targetPoints} />,
  )
  return (
    <Card
      title="Week by Week"
      action={
        <div className="flex flex-wrap gap-2">
          <div className="w-38">
            <Select label="Count" labelLook="hidden" options={LOOP_COUNTS} value={count} onChange={setCount} />
          </div>
          <div className="w-34">
            <Select label="Period" labelLook="hidden" options={ranges} value={range} onChange={setRange} />
          </div>
          <div className="w-38">
            <Select label="Loop" labelLook="hidden" options={choices} value={loop} onChange={setChosen} />
          </div>
        </div>
      }
    >
      {chart}
      <div className="-mt-3 flex flex-wrap justify-end gap-2">
        <Button
          variant="ghost"
          size="sm"
          disabled={!targets}
          {...WeeklyTargetsDialog.onIntent}
          onClick={() => startTransition(() => setIsSetting(true))}
        >
          <Goal aria-hidden />
          Weekly Targets
        </Button>
        <Button variant="ghost" size="sm" onClick={() => downloadCsv('traction-weeks.csv', weekCells(loops, history))}>
          <Download aria-hidden />
          Export Weeks
        </Button>
      </div>
      {isSetting && targets && <WeeklyTargetsDialog targets={targets} onClose={() => setIsSetting(false)} />}
    </Card>
  )
}

interface ChartProps {
  history: readonly LoopHistory[]
  count: LoopCount
  loop: string
  range: Range
  /** What this week should add. */
  target: number | undefined
  targetPoints: readonly WeeklyTargetPoint[]
}

function Chart({ history, count, loop, range, target, targetPoints }: ChartProps) {
  const chosen = history.filter(({ loop_id }) => loop === ALL_LOOPS.id || loop_id === loop)
  const weeks = countedWeeks(chosen, count)
  const shown = weeks.slice(range === 'all' ? 0 : -Number(range))
  const plan =
    target === undefined
      ? undefined
      : targetsOf(
          shown.map(({ week }) => week),
          { count, points: targetPoints, present: target },
        )
  const label = LOOP_COUNTS.find(({ id }) => id === count)?.label ?? ''
  return weeks.some(({ added }) => added !== undefined) ? (
    <div>
      <WeekChart
        label={`${label} added by week`}
        valueLabel={label}
        weeks={shown.map(({ week, added }) => ({ week, value: added }))}
        look="bars"
        present={weeks.at(-1)?.week}
        plan={plan}
        format={formatCount}
        formatValueTick={formatCompact}
        formatWeek={formatDate}
        formatTick={formatShortDate}
      />
      {plan && target !== undefined && <Plan target={target} plan={plan} weeks={shown.slice(0, -1)} />}
      <Gaps weeks={shown} />
    </div>
  ) : (
    <EmptyState title="The first week is being recorded.">
      <p className="text-sm text-muted">From next week, you’ll see what each week added.</p>
    </EmptyState>
  )
}

interface PlanProps {
  target: number
  plan: ReadonlyMap<IsoDate, number>
  /** Those that are over. */
  weeks: readonly CountedWeek[]
}

/** How many of the weeks that are over reached the target that they had. */
function Plan({ target, plan, weeks }: PlanProps) {
  const known = weeks.filter(({ week, added }) => plan.has(week) && added !== undefined)
  const reached = known.filter(({ week, added = 0 }) => added >= (plan.get(week) ?? 0)).length
  const share = `reached in ${reached} of ${known.length} ${known.length === 1 ? 'week' : 'weeks'}`
  const isSame = known.every(({ week }) => plan.get(week) === target)
  const isNew = !weeks.some(({ week }) => plan.has(week))
  return (
    <p className="mt-1 text-sm text-muted tabular-nums">
      Target: {formatCount(target)} a week
      {isNew && ', from this week on'}
      {known.length > 0 && (isSame ? `, ${share}` : `. Each week’s own target was ${share}`)}.
    </p>
  )
}

/** Names the weeks without a bar that are no weeks without gain. */
function Gaps({ weeks }: { weeks: readonly CountedWeek[] }) {
  const missing = weeks.filter(({ added }) => added === undefined).map(({ week }) => formatShortDate(week))
  const [first, last] = [missing[0], missing.at(-1)]
  if (first === undefined) return null
  const span = missing.length === 1 ? `the week of ${first}` : `${missing.length} weeks, ${first} to ${last}`
  return <p className="mt-1 text-sm text-muted">Not recorded: {span}.</p>
}
