import { Download } from 'lucide-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { activeLoopsByWeek, countedWeeks, type CountedWeek, type LoopHistory } from './traction-history.ts'
import { LOOP_COUNTS, totalsOf } from '../../../../domain/traction.ts'
import { downloadCsv } from '../../lib/data/csv.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { NoLoops } from './NoLoops.tsx'
import { loopsQuery, type Loop } from '../../lib/data/loops.ts'
import { loopHistoryQuery, useLoopHistory, useLoops } from './api.ts'
import { LoopTable } from './LoopTable.tsx'
import { Trend } from './Trend.tsx'
import { weeklyTargetPointsQuery, weeklyTargetsQuery } from './weekly-targets.ts'

const TractionByWeek = lazyPart(() => import('./TractionByWeek.tsx'), 'TractionByWeek')

/** Reads what the screen shows and nothing has read yet. */
export async function readTraction(user: string, queries: QueryClient): Promise<void> {
  const known = { staleTime: Infinity }
  await Promise.all([
    queries.prefetchQuery({ ...loopsQuery(user), ...known }),
    queries.prefetchQuery({ ...loopHistoryQuery(user), ...known }),
    queries.prefetchQuery({ ...weeklyTargetsQuery(user), ...known }),
    queries.prefetchQuery({ ...weeklyTargetPointsQuery(user), ...known }),
  ])
}

const totalLabels = { conversions: 'Total Conversions', demos: 'Demos Booked', messages: 'Messages Sent' } as const

export function TractionDashboard() {
  const loops = useLoops()
  const history = useLoopHistory()
  const { id: user } = useAccount()
  const targets = useQuery(weeklyTargetsQuery(user))
  const targetPoints = useQuery(weeklyTargetPointsQuery(user))
  // Together, so that nothing moves twice.
  const isLoading =
    loops.isLoading || [history, targets, targetPoints].some((query) => query.isLoading && query.failureCount === 0)
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
      <Totals loops={isLoading ? undefined : loops.data} history={history.data} />
      {isLoading ? (
        <LoopsLoading />
      ) : (
        // The chart and the list below it, which a later chart would move.
        <Suspense fallback={<LoopsLoading />}>
          {loops.data && loops.data.length > 0 && (
            <Loaded query={history} failed={texts.loops.historyLoadFailed} loading={<></>}>
              {(history) => (
                <TractionByWeek
                  loops={loops.data}
                  history={history}
                  targets={targets.data}
                  targetPoints={targetPoints.data}
                />
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
              {(loops) => <LoopTable loops={loops} history={history.data} />}
            </Loaded>
          </Card>
        </Suspense>
      )}
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

/** The chart's card is as high as with one line below the chart, so that what is below it does not move. */
const LoopsLoading = () => (
  <>
    <Card title="Week by Week">
      <div className="min-h-82 max-sm:min-h-112">
        <div className="h-55 animate-pulse rounded-md bg-sunken" />
      </div>
    </Card>
    <Card title="Traction Loops">
      <Skeleton isTextShown />
    </Card>
  </>
)

function Totals({ loops, history }: { loops: Loop[] | undefined; history: LoopHistory[] | undefined }) {
  const totals = loops && totalsOf(loops)
  const counted = (status: string) => loops?.filter((loop) => loop.status === status).length ?? 0
  const [running, scaling] = [counted('running'), counted('scaling')]
  const active = history && activeLoopsByWeek(history)
  const isTrendShown = loops && loops.length > 0 && history
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {LOOP_COUNTS.map(({ id, label }) => (
        <Stat
          key={id}
          label={totalLabels[id]}
          value={totals?.[id]}
          trend={
            loops ? isTrendShown && <CountTrend label={label} weeks={countedWeeks(history, id)} /> : <TrendLoading />
          }
        />
      ))}
      <Stat
        label="Active Loops"
        value={loops && running + scaling}
        {...(loops && { note: `${running} running, ${scaling} scaling` })}
        trend={
          loops ? (
            isTrendShown &&
            active && (
              <Trend
                label="Active loops in each of the last weeks"
                values={active}
                change={active.length > 1 ? changeOf(active) : undefined}
              />
            )
          ) : (
            <TrendLoading hasNote />
          )
        }
      />
    </dl>
  )
}

/** Keeps the place of a trend, and of a note above it: most founders have loops. */
const TrendLoading = ({ hasNote = false }: { hasNote?: boolean }) => (
  <span className={classNames('block', hasNote ? 'min-h-12 max-sm:min-h-18' : 'max-sm:min-h-13')} />
)

/** What each week added: the whole only rises. */
function CountTrend({ label, weeks }: { label: string; weeks: readonly CountedWeek[] }) {
  const added = weeks.map(({ added }) => added)
  return <Trend label={`${label} in each of the last weeks`} values={added} change={added.at(-1)} />
}

const changeOf = (values: readonly number[]): number => (values.at(-1) ?? 0) - (values.at(-2) ?? 0)
