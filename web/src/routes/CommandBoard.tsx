import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useDeferredValue, type ReactNode } from 'react'
import { recentCheckInsQuery } from '../features/check-ins/api.ts'
import { CheckInCard } from '../features/check-ins/CheckInCard.tsx'
import { dueQuery } from '../features/decisions/api.ts'
import { goalCountsQuery, goalsQuery, leftOverQuery, periodIn } from '../features/goals/api.ts'
import { GoalsCard } from '../features/goals/GoalsCard.tsx'
import { useLoops } from '../features/traction/api.ts'
import { loopsQuery } from '../lib/data/loops.ts'
import { thisWeekQuery, useWeekFigures } from '../features/this-week/api.ts'
import { ThisWeekCard } from '../features/this-week/ThisWeekCard.tsx'
import type { TractionCard as Traction } from '../features/traction/TractionCard.tsx'
import { formatDate } from '../lib/texts/dates.ts'
import { profileQuery } from '../lib/session/profile.ts'
import { readAhead } from '../lib/data/read-ahead.ts'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { useNow } from '../lib/texts/use-now.ts'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Page } from '../ui/Page.tsx'
import { PanelBoundary } from '../ui/PanelBoundary.tsx'
import { dayOf, weekOf } from '../../../domain/week.ts'

const SubscribeButton = lazyPart<'SubscribeButton', object>(() => import('./SubscribeButton.tsx'), 'SubscribeButton')

/** Shown only when a decision is due. */
const DueDecisionCard = lazyPart(() => import('../features/decisions/DueDecisionCard.tsx'), 'DueDecisionCard')

/** Shown only when a period ends with goals that are open. */
const PeriodEnd = lazyPart(() => import('../features/goals/PeriodEnd.tsx'), 'PeriodEnd')

/** Below the first screen. */
const TractionCard = lazyPart<'TractionCard', Parameters<typeof Traction>[0]>(
  () => import('../features/traction/TractionCard.tsx'),
  'TractionCard',
)

/** As the one before, and quiet: what it asks for is asked once a month. */
const RunwayCard = lazyPart(() => import('../features/runway/RunwayCard.tsx'), 'RunwayCard')

/** Its grid is loaded when it comes near. */
const CalendarPanel = lazyPart(() => import('../features/calendar/CalendarPanel.tsx'), 'CalendarPanel')

export function CommandBoard() {
  const loops = useLoops()
  const added = useWeekFigures()
  const now = useNow()
  // What is below the first screen is loaded and rendered once that is painted, with its rows.
  const hasRest = useDeferredValue(!loops.isLoading, false)
  const description = (
    <>
      Week of {formatDate(weekOf(now))}
      <Suspense fallback={null}>{hasRest && <PeriodEnd />}</Suspense>
    </>
  )
  return (
    <Page title="Weekly Command Board" description={description}>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="xl:col-span-2">
          <PanelBoundary>
            <ThisWeekCard />
          </PanelBoundary>
        </div>
        <PanelBoundary>
          <GoalsCard />
        </PanelBoundary>
        <div className="flex min-w-0 flex-col gap-6">
          <PanelBoundary>
            <CheckInCard />
          </PanelBoundary>
          <PanelBoundary>
            <Suspense fallback={null}>{hasRest && <DueDecisionCard />}</Suspense>
          </PanelBoundary>
        </div>
        <Below loading={progressLoading}>{hasRest && <TractionCard loops={loops} added={added} />}</Below>
        <Below loading={runwayLoading}>{hasRest && <RunwayCard />}</Below>
        <Below loading={calendarLoading}>
          {hasRest && (
            <CalendarPanel>
              <Suspense fallback={null}>
                <SubscribeButton />
              </Suspense>
            </CalendarPanel>
          )}
        </Below>
      </div>
    </Page>
  )
}

/** Below the first screen, once its part is there. */
const Below = ({ loading, children }: { loading: ReactNode; children: ReactNode }) => (
  <div className="board-below xl:col-span-2">
    <PanelBoundary>
      <Suspense fallback={loading}>{children || loading}</Suspense>
    </PanelBoundary>
  </div>
)

const Loading = ({ title, height, lines = 3 }: { title: string; height: string; lines?: number }) => (
  <Card title={title}>
    <div className={height}>
      <Skeleton lines={lines} />
    </div>
  </Card>
)

const progressLoading = <Loading title="Live Progress" height="min-h-66 max-xl:min-h-128" />
const calendarLoading = <Loading title="Calendar" height="min-h-158" lines={10} />
const runwayLoading = <Loading title="Runway" height="min-h-20.5 max-sm:min-h-44.5" lines={1} />

/** Reads what the board shows first and nothing has read yet. */
export async function readBoard(user: string, queries: QueryClient): Promise<void> {
  const now = new Date()
  const known = { staleTime: Infinity }
  await Promise.all([
    queries.prefetchQuery({ ...thisWeekQuery(user, queries), ...known }),
    queries.prefetchInfiniteQuery({ ...goalsQuery(user, periodIn(new URLSearchParams(location.search))), ...known }),
    queries.prefetchQuery({ ...profileQuery(user), ...known }),
    queries.prefetchQuery({ ...goalCountsQuery(user), ...known }),
    queries.prefetchQuery({ ...leftOverQuery(user, weekOf(now)), ...known }),
    queries.prefetchQuery({ ...recentCheckInsQuery(user), ...known }),
    queries.prefetchQuery({ ...loopsQuery(user), ...known }),
    queries.prefetchQuery({ ...dueQuery(user, dayOf(now)), ...known }),
  ])
}

/** Requests the same before the board is rendered, if it is the first screen of the page. */
export const readBoardAhead = (user: string): void => readAhead(user, (queries) => void readBoard(user, queries))
