import { Download, Goal } from 'lucide-react'
import { startTransition, useDeferredValue, useMemo, useState } from 'react'
import { formatCompact, formatCount } from '../../../../domain/numbers.ts'
import { countedWeeks, type CountedWeek, type LoopHistory } from './traction-history.ts'
import { LOOP_COUNTS, type LoopCount } from '../../../../domain/traction.ts'
import { formatDate, formatShortDate } from '../../lib/texts/dates.ts'
import { downloadCsv } from '../../lib/data/csv.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { WeekChart } from '../../ui/WeekChart.tsx'
import type { Loop } from './api.ts'
import { weekCells } from './loop-rows.ts'
import type { WeeklyTargets } from './weekly-targets.ts'

const WeeklyTargetsDialog = lazyDialog(() => import('./WeeklyTargetsDialog.tsx'), 'WeeklyTargetsDialog')

const ranges = [
  { id: '12', label: '12 weeks' },
  { id: '26', label: '26 weeks' },
  { id: 'all', label: 'All weeks' },
] as const

type Range = (typeof ranges)[number]['id']

const ALL_LOOPS = { id: 'all', label: 'All loops' } as const

interface TractionByWeekProps {
  loops: readonly Loop[]
  history: readonly LoopHistory[]
  /** Undefined when they are not known. */
  targets: WeeklyTargets | undefined
}

/** Counts that each week added, over all loops or one. */
export function TractionByWeek({ loops, history, targets }: TractionByWeekProps) {
  const [count, setCount] = useState<LoopCount>('conversions')
  const [range, setRange] = useState<Range>('12')
  const [chosen, setChosen] = useState<string>(ALL_LOOPS.id)
  // The chosen loop may have been deleted.
  const loop = loops.some(({ id }) => id === chosen) ? chosen : ALL_LOOPS.id
  const choices = useMemo(() => [ALL_LOOPS, ...loops.map(({ id, name }) => ({ id, label: name }))], [loops])
  // A chart of all weeks has hundreds of elements: the choice is painted first.
  // They are of all loops.
  const plan = (loop === ALL_LOOPS.id && targets?.[count]) || undefined
  const [isSetting, setIsSetting] = useState(false)
  const chart = useDeferredValue(<Chart history={history} count={count} loop={loop} range={range} plan={plan} />)
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
  /** What each week should add. */
  plan: number | undefined
}

function Chart({ history, count, loop, range, plan }: ChartProps) {
  const chosen = history.filter(({ loop_id }) => loop === ALL_LOOPS.id || loop_id === loop)
  const weeks = countedWeeks(chosen, count)
  const shown = weeks.slice(range === 'all' ? 0 : -Number(range))
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
      {plan !== undefined && <Plan plan={plan} weeks={shown.slice(0, -1)} />}
      <Gaps weeks={shown} />
    </div>
  ) : (
    <EmptyState title="The first week is being recorded.">
      <p className="text-sm text-muted">From next week, you’ll see what each week added.</p>
    </EmptyState>
  )
}

/** How many of the weeks that are over reached what was planned. */
function Plan({ plan, weeks }: { plan: number; weeks: readonly CountedWeek[] }) {
  const known = weeks.flatMap(({ added }) => added ?? [])
  const reached = known.filter((added) => added >= plan).length
  return (
    <p className="mt-1 text-sm text-muted tabular-nums">
      Target: {formatCount(plan)} a week
      {known.length > 0 && `, reached in ${reached} of ${known.length} ${known.length === 1 ? 'week' : 'weeks'}`}.
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
