import { memo, useMemo } from 'react'
import { hourOf, type CalendarEvent } from '../../../../domain/calendar.ts'
import { formatWeekday } from '../../lib/texts/dates.ts'
import { classNames } from '../../ui/class-names.ts'
import { layOutDay, type PlacedEvent } from './day-layout.ts'
import { EventBlock } from './EventBlock.tsx'

interface DayColumnProps {
  day: Date
  /** Events of all days. */
  events: readonly CalendarEvent[]
  /** Only on the day that is today. */
  now: Date | undefined
  onOpen: ((day: Date) => void) | undefined
}

/** The hours of one day with its events. Memoised: each minute only today's changes. */
export const DayColumn = memo(function DayColumn({ day, events, now, onOpen }: DayColumnProps) {
  const placed = useMemo(() => layOutDay(day, events), [day, events])
  return (
    <div className={classNames('calendar-day', now && 'calendar-today')}>
      {placed.length > 0 && (
        <ul aria-label={formatWeekday(day)}>
          {placed.map((one) => (
            <li key={one.event.id}>
              <EventBlock event={one.event} style={placeOf(one)} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {now && <div className="calendar-now" style={{ top: hours(hourOf(now)) }} />}
    </div>
  )
})

const hours = (count: number) => `calc(var(--hour) * ${count})`

const GAP_PX = 3

/** As high as its duration, so that it does not hide what follows. */
function placeOf({ top, bottom, column, columns, span }: PlacedEvent) {
  const gap = column === 0 ? 0 : GAP_PX
  return {
    top: hours(top),
    left: `calc(${(column / columns) * 100}% + ${gap}px)`,
    width: `calc(${(span / columns) * 100}% - ${gap}px)`,
    height: `calc(${hours(bottom - top)} - 2px)`,
  }
}
