import type { CalendarEvent } from '../../../../domain/calendar.ts'
import { eventName, formatMonthDay, formatShortWeekday, formatTimes } from './labels.ts'
import { useOpen } from './open-call.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface AgendaProps {
  events: readonly CalendarEvent[]
  /** False when events may be missing; the reason is shown elsewhere. */
  isComplete: boolean
  onOpen: (day: Date) => void
}

/** The events of the days shown, as a list. */
export function Agenda({ events, isComplete, onOpen }: AgendaProps) {
  if (events.length === 0 && isComplete) {
    return <p className="py-8 text-center text-muted">No events on these days.</p>
  }
  return (
    <ul className="flex min-h-0 flex-1 flex-col overflow-y-auto border-t border-border">
      {events.map((event) => (
        <li key={event.id} className="not-first:border-t not-first:border-border/75">
          <AgendaEvent event={event} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function AgendaEvent({ event, onOpen }: { event: CalendarEvent; onOpen: (day: Date) => void }) {
  return (
    <button
      type="button"
      aria-label={eventName(event)}
      className={`calendar-${event.type} agenda-event`}
      onClick={useOpen(event, onOpen)}
    >
      <span className="text-xs text-muted tabular-nums">
        {formatShortWeekday(event.start)}
        <span className="block">{formatMonthDay(event.start)}</span>
      </span>
      <span aria-hidden className="agenda-edge" />
      <span className="min-w-0">
        <span className="block font-medium">{event.title}</span>
        <span className="flex justify-between gap-2 text-xs text-muted tabular-nums">
          <span>{formatTimes(event)}</span>
          <span className="calendar-mark">
            <TypeIcon type={event.type} />
            {event.isSample && 'Sample'}
          </span>
        </span>
      </span>
    </button>
  )
}
