import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { formatShare } from '../../../../domain/numbers.ts'
import { activeLoopsByWeek, countedWeeks, ratesOf, type CountedWeek, type LoopHistory } from './traction-history.ts'
import { LOOP_COUNTS, totalsOf } from '../../../../domain/traction.ts'
import { downloadCsv } from '../../lib/data/csv.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { texts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { NoLoops } from './ActiveLoopsCard.tsx'
import { useLoopHistory, useLoops, type Loop } from './api.ts'
import { LoopItem } from '../../ui/LoopItem.tsx'

const TractionByWeek = lazyPart(() => import('./TractionByWeek.tsx'), 'TractionByWeek')
const Trend = lazyPart(() => import('./Trend.tsx'), 'Trend')

const totalLabels = { conversions: 'Total Conversions', demos: 'Demos Booked', messages: 'Messages Sent' } as const

export function TractionDashboard() {
  const loops = useLoops()
  const history = useLoopHistory()
  return (
    <Page
      title="Traction Dashboard"
      description="What your loops have brought in so far."
      action={
        <Button variant="outline" disabled={!loops.data?.length} onClick={() => exportLoops(loops.data ?? [])}>
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <Totals loops={loops.data} history={history.data} />
      {loops.data && loops.data.length > 0 && (
        <Loaded query={history} failed={texts.loops.historyLoadFailed} loading={<ChartPlace />}>
          {(history) => (
            <Suspense fallback={<ChartPlace />}>
              <TractionByWeek loops={loops.data} history={history} />
            </Suspense>
          )}
        </Loaded>
      )}
      <Card title="Traction Loops">
        <Loaded
          query={loops}
          failed={texts.loops.loadFailed}
          loading={<Skeleton isTextShown />}
          isEmpty={(loops) => loops.length === 0}
          empty={<NoLoops />}
        >
          {(loops) => (
            <ul className="divide-y divide-border">
              {loops.map((loop) => (
                <LoopItem key={loop.id} loop={loop}>
                  <LoopTrend loop={loop} history={history.data} />
                </LoopItem>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </Page>
  )
}

function exportLoops(loops: readonly Loop[]) {
  const columns = ['name', 'status', ...LOOP_COUNTS.map(({ id }) => id)] as const
  downloadCsv('traction-loops.csv', [
    [...columns, 'created_at'],
    ...loops.map((loop) => [...columns.map((column) => loop[column]), new Date(loop.created_at)]),
  ])
}

/** Placeholder of the chart, so that nothing moves when it comes. */
const ChartPlace = () => (
  <Card title="Week by Week">
    <Skeleton lines={6} />
  </Card>
)

function Totals({ loops, history }: { loops: Loop[] | undefined; history: LoopHistory[] | undefined }) {
  const totals = loops && totalsOf(loops)
  const counted = (status: string) => loops?.filter((loop) => loop.status === status).length ?? 0
  const [running, scaling] = [counted('running'), counted('scaling')]
  const active = history && activeLoopsByWeek(history)
  const isTrendShown = loops && loops.length > 0 && history
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {LOOP_COUNTS.map(({ id }) => (
        <Stat
          key={id}
          label={totalLabels[id]}
          value={totals?.[id]}
          trend={isTrendShown && <CountTrend weeks={countedWeeks(history, id, createdAtOf(loops))} />}
        />
      ))}
      <Stat
        label="Active Loops"
        value={loops && running + scaling}
        {...(loops && { note: `${running} running, ${scaling} scaling` })}
        trend={
          isTrendShown &&
          active && (
            <Suspense fallback={null}>
              <Trend values={active} change={active.length > 1 ? changeOf(active) : undefined} />
            </Suspense>
          )
        }
      />
    </dl>
  )
}

const CountTrend = ({ weeks }: { weeks: readonly CountedWeek[] }) => (
  <Suspense fallback={null}>
    <Trend values={weeks.map(({ total }) => total)} change={weeks.at(-1)?.added} />
  </Suspense>
)

/** The conversions of one loop by week, and the rates of its funnel. */
function LoopTrend({ loop, history }: { loop: Loop; history: LoopHistory[] | undefined }) {
  const own = history?.filter(({ loop_id }) => loop_id === loop.id)
  return (
    <div className="flex min-h-7 flex-wrap items-end justify-between gap-x-5 gap-y-1 text-sm text-muted">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {ratesOf(loop).map(({ label, rate }) => (
          <div key={label} className="flex gap-1.5">
            <dt>{label}</dt>
            <dd className="font-medium text-foreground tabular-nums">{rate === undefined ? '–' : formatShare(rate)}</dd>
          </div>
        ))}
      </dl>
      {own && own.length > 0 && (
        <div className="ml-auto">
          <CountTrend weeks={countedWeeks(own, 'conversions', createdAtOf([loop]))} />
        </div>
      )}
    </div>
  )
}

const createdAtOf = (loops: readonly Loop[]) => new Map(loops.map(({ id, created_at }) => [id, created_at]))

const changeOf = (values: readonly number[]): number => (values.at(-1) ?? 0) - (values.at(-2) ?? 0)
