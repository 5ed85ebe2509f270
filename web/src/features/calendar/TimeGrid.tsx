import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import {
  daysIn,
  daysShown,
  eventsShown,
  hourOf,
  hourOnTop,
  spanRead,
  takesWholeDays,
  type CalendarEvent,
} from '../../../../domain/calendar.ts'
import { DayColumn } from './DayColumn.tsx'
import { DayDate } from './DayDate.tsx'
import { HourLabels } from './HourLabels.tsx'

interface TimeGridProps {
  view: 'week' | 'day'
  date: Date
  now: Date
  events: CalendarEvent[]
  onOpen: (day: Date) => void
}

/** The hours of a week or of a day. A week has the dates over them, and its events open their day. */
export function TimeGrid({ view, date, now, events, onOpen }: TimeGridProps) {
  const days = useMemo(() => daysIn(spanRead(view, date)), [view, date])
  const timed = useMemo(() => events.filter((event) => !takesWholeDays(event)), [events])
  const isToday = (day: Date) => day.toDateString() === now.toDateString()
  return (
    <div className="calendar-grid">
      {view === 'week' && (
        <div className={`${columns} shrink-0 overflow-hidden border-b border-border`}>
          <span />
          {days.map((day) => (
            <DayDate
              key={day.getTime()}
              day={day}
              isToday={isToday(day)}
              hasWeekday
              className={dateLook}
              onOpen={onOpen}
            />
          ))}
        </div>
      )}
      <Hours key={view} view={view} date={date} events={events}>
        <HourLabels />
        {days.map((day) => (
          <DayColumn
            key={day.getTime()}
            day={day}
            events={timed}
            now={isToday(day) ? now : undefined}
            onOpen={view === 'week' ? onOpen : undefined}
          />
        ))}
      </Hours>
    </div>
  )
}

/** Dates and hours leave the same room for a scrollbar, so that their columns are in line. */
const columns = 'grid grid-flow-col auto-cols-fr grid-cols-[3.5rem] [scrollbar-gutter:stable] [scrollbar-width:thin]'

const dateLook =
  'w-full rounded-sm py-1.5 text-center whitespace-nowrap text-muted hover:bg-sunken focus-visible:-outline-offset-2'

interface HoursProps extends Pick<TimeGridProps, 'view' | 'date' | 'events'> {
  children: ReactNode
}

/** Scrolls, so a keyboard must reach it even without an event. */
function Hours({ view, date, events, children }: HoursProps) {
  const box = useRef<HTMLDivElement>(null)
  const usualTop = hourOnTop(eventsShown(events, view, date), daysShown(view, date).first)
  useLayoutEffect(() => {
    // After a jump to an event, the event's hour.
    const top = hourOf(date) > 0 ? Math.max(0, hourOf(date) - 0.5) : usualTop
    box.current?.scrollTo(0, (box.current.scrollHeight * top) / 24)
  }, [date, usualTop])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a fieldset does not scroll
    <div ref={box} role="group" aria-label="Hours" tabIndex={0} className={`${columns} calendar-hours`}>
      {children}
    </div>
  )
}
