import { useDeferredValue, useState } from 'react'
import { formatCount } from '../../../../domain/numbers.ts'
import { countedWeeks, type LoopHistory } from './traction-history.ts'
import { LOOP_COUNTS, type LoopCount } from '../../../../domain/traction.ts'
import { formatDate, formatShortDate } from '../../lib/texts/dates.ts'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { WeekChart } from '../../ui/WeekChart.tsx'
import type { Loop } from './api.ts'

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
}

/** Counts that each week added, over all loops or one. */
export function TractionByWeek({ loops, history }: TractionByWeekProps) {
  const [count, setCount] = useState<LoopCount>('conversions')
  const [range, setRange] = useState<Range>('12')
  const [chosen, setChosen] = useState<string>(ALL_LOOPS.id)
  // The chosen loop may have been deleted.
  const loop = loops.some(({ id }) => id === chosen) ? chosen : ALL_LOOPS.id
  // A chart of all weeks has hundreds of elements: the choice is painted first.
  const chart = useDeferredValue(<Chart loops={loops} history={history} count={count} loop={loop} range={range} />)
  return (
    <Card title="Week by Week">
      <div className="grid gap-2 sm:grid-cols-3">
        <Select label="Count" labelLook="hidden" options={LOOP_COUNTS} value={count} onChange={setCount} />
        <Select
          label="Loop"
          labelLook="hidden"
          options={[ALL_LOOPS, ...loops.map(({ id, name }) => ({ id, label: name }))]}
          value={loop}
          onChange={setChosen}
        />
        <Select label="Period" labelLook="hidden" options={ranges} value={range} onChange={setRange} />
      </div>
      {chart}
    </Card>
  )
}

interface ChartProps extends TractionByWeekProps {
  count: LoopCount
  loop: string
  range: Range
}

function Chart({ loops, history, count, loop, range }: ChartProps) {
  const shown = history.filter(({ loop_id }) => loop === ALL_LOOPS.id || loop_id === loop)
  const weeks = countedWeeks(shown, count, new Map(loops.map(({ id, created_at }) => [id, created_at])))
  const label = LOOP_COUNTS.find(({ id }) => id === count)?.label ?? ''
  return weeks.some(({ added }) => added !== undefined) ? (
    <WeekChart
      label={`${label} added by week`}
      valueLabel={label}
      weeks={weeks.slice(range === 'all' ? 0 : -Number(range)).map(({ week, added }) => ({ week, value: added }))}
      look="bars"
      present={weeks.at(-1)?.week}
      format={formatCount}
      formatWeek={formatDate}
      formatTick={formatShortDate}
    />
  ) : (
    <EmptyState title="The first week is being recorded.">
      <p className="text-sm text-muted">From next week on you see here what each week added.</p>
    </EmptyState>
  )
}
