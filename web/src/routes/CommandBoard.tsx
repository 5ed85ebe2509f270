import { CalendarPanel } from '../features/calendar/CalendarPanel.tsx'
import { recentCheckInsQuery } from '../features/check-ins/api.ts'
import { CheckInCard } from '../features/check-ins/CheckInCard.tsx'
import { dueQuery } from '../features/decisions/api.ts'
import { DueDecisionCard } from '../features/decisions/DueDecisionCard.tsx'
import { goalCountsQuery, goalsQuery, leftOverQuery, periodIn } from '../features/goals/api.ts'
import { GoalsCard } from '../features/goals/GoalsCard.tsx'
import { ActiveLoopsCard } from '../features/traction/ActiveLoopsCard.tsx'
import { LiveProgressCard } from '../features/traction/LiveProgressCard.tsx'
import { loopsQuery, useLoops } from '../features/traction/api.ts'
import { thisWeekQuery } from '../features/this-week/api.ts'
import { ThisWeekCard } from '../features/this-week/ThisWeekCard.tsx'
import { formatDate } from '../lib/texts/dates.ts'
import { profileQuery } from '../lib/session/profile.ts'
import { readAhead } from '../lib/data/read-ahead.ts'
import { useNow } from '../lib/texts/use-now.ts'
import { Page } from '../ui/Page.tsx'
import { SubscribeButton } from './SubscribeButton.tsx'
import { dayOf, weekOf } from '../../../domain/week.ts'

export function CommandBoard() {
  const loops = useLoops()
  return (
    <Page title="Weekly Command Board" description={`Week of ${formatDate(weekOf(useNow()))}`}>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_auto_1fr]">
        <div className="xl:col-span-2">
          <ThisWeekCard />
        </div>
        <GoalsCard />
        <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
          <CheckInCard />
          <DueDecisionCard />
          <LiveProgressCard loops={loops} />
          <ActiveLoopsCard loops={loops} />
        </div>
        <CalendarPanel>
          <SubscribeButton />
        </CalendarPanel>
      </div>
    </Page>
  )
}

/** Requests what the board reads first, before it is rendered. */
export const readBoardAhead = (user: string) =>
  readAhead(user, (queries) => {
    const now = new Date()
    void queries.prefetchQuery(thisWeekQuery(user, queries))
    void queries.prefetchInfiniteQuery(goalsQuery(user, periodIn(new URLSearchParams(location.search))))
    void queries.prefetchQuery(profileQuery(user))
    void queries.prefetchQuery(goalCountsQuery(user))
    void queries.prefetchQuery(leftOverQuery(user, weekOf(now)))
    void queries.prefetchQuery(recentCheckInsQuery(user))
    void queries.prefetchQuery(loopsQuery(user))
    void queries.prefetchQuery(dueQuery(user, dayOf(now)))
  })
