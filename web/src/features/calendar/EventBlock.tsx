import type { CSSProperties } from 'react'
import type { CalendarEvent } from '../../../../domain/calendar.ts'
import { formatTime } from '../../lib/texts/dates.ts'
import { classNames } from '../../ui/class-names.ts'
import { eventName } from './labels.ts'
import { useOpen } from './open-call.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface EventBlockProps {
  event: CalendarEvent
  className?: string
  style: CSSProperties
  /** Only the title, in one line. */
  isLine?: boolean
  /** Opens the event's day; absent when the day is shown already. */
  onOpen: ((day: Date) => void) | undefined
}

/** An event in a grid: a button that opens its day, or the call. Its label has all of the event, also what the block has no room for. */
export function EventBlock({ event, className, style, isLine = false, onOpen }: EventBlockProps) {
  const { title, type, isSample } = event
  const open = useOpen(event, onOpen)
  const shared = {
    'aria-label': eventName(event),
    title,
    className: classNames(
      'calendar-event',
      `calendar-${type}`,
      isSample && 'calendar-sample',
      isLine && 'calendar-line',
      className,
    ),
    style,
  }
  const content = (
    <>
      <span className="calendar-title">
        {!isSample && <TypeIcon type={type} />}
        {title}
      </span>
      {!isLine && <Facts event={event} />}
    </>
  )
  return open ? (
    <button type="button" {...shared} onClick={open}>
      {content}
    </button>
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- Tab scrolls to it
    <div role="group" tabIndex={0} {...shared}>
      {content}
    </div>
  )
}

const Facts = ({ event: { start, end, type, allDay, isSample } }: { event: CalendarEvent }) => (
  <span className="calendar-facts">
    {!allDay && (
      <span className="calendar-time">
        {formatTime(start)}
        {end > start && <span className="calendar-until"> – {formatTime(end)}</span>}
      </span>
    )}
    {isSample && (
      <span className="calendar-mark">
        <TypeIcon type={type} />
        Sample
      </span>
    )}
  </span>
)
