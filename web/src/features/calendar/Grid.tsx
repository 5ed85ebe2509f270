import { memo } from 'react'
import type { CalendarEvent, CalendarView } from '../../../../domain/calendar.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { TimeGrid } from './TimeGrid.tsx'

interface GridProps {
  view: Exclude<CalendarView, 'agenda'>
  date: Date
  now: Date
  events: CalendarEvent[]
  onOpen: (day: Date) => void
}

/** Month, week and day as grids. Memoised. */
export const Grid = memo(function Grid({ view, date, now, events, onOpen }: GridProps) {
  return view === 'month' ? (
    <MonthGrid date={date} now={now} events={events} onOpen={onOpen} />
  ) : (
    <TimeGrid view={view} date={date} now={now} events={events} onOpen={onOpen} />
  )
})
