import { CalendarPanel } from '../features/calendar/CalendarPanel.tsx'
import { CheckInCard } from '../features/check-ins/CheckInCard.tsx'
import { DueDecisionCard } from '../features/decisions/DueDecisionCard.tsx'
import { GoalsCard } from '../features/goals/GoalsCard.tsx'
import { ActiveLoopsCard } from '../features/traction/ActiveLoopsCard.tsx'
import { LiveProgressCard } from '../features/traction/LiveProgressCard.tsx'
import { useLoops } from '../features/traction/api.ts'
import { ThisWeekCard } from '../features/this-week/ThisWeekCard.tsx'
import { formatDate } from '../lib/dates.ts'
import { useNow } from '../lib/use-now.ts'
import { Page } from '../ui/Page.tsx'
import { SubscribeButton } from './SubscribeButton.tsx'
import { weekOf } from '../../../domain/week.ts'

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
