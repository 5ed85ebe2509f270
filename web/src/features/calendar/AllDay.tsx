import type { CalendarEvent } from '../../../../domain/calendar.ts'
import { eventName, formatDays } from './labels.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface AllDayProps {
  events: readonly CalendarEvent[]
  /** Opens a day; absent when the day is shown already. */
  onOpen?: (day: Date) => void
}

/** All-day events, in a row above the hours, which have no slot for them (SPEC section 2). */
export function AllDay({ events, onOpen }: AllDayProps) {
  if (events.length === 0) return null
  return (
    <div className="flex items-baseline gap-2 pb-2 text-xs">
      <span id="all-day" className="shrink-0 text-muted">
        All day:
      </span>
      <ul
        aria-labelledby="all-day"
        className={onOpen ? 'flex max-h-14 flex-wrap gap-1 overflow-y-auto' : 'flex flex-wrap gap-1'}
      >
        {events.map((event) => (
          <li key={event.id} className="max-w-full">
            {onOpen ? (
              <button
                type="button"
                aria-label={eventName(event)}
                className={look(event)}
                onClick={() => onOpen(event.start)}
              >
                <Content event={event} />
              </button>
            ) : (
              <span className={look(event)}>
                <Content event={event} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const look = ({ type }: CalendarEvent) => `calendar-${type} all-day-event`

const Content = ({ event }: { event: CalendarEvent }) => (
  <>
    <TypeIcon type={event.type} />
    <span className="truncate font-medium">{event.title}</span>
    <span className="shrink-0 tabular-nums">{formatDays(event)}</span>
  </>
)
