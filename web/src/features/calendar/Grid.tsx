import {
  Children,
  cloneElement,
  createElement,
  memo,
  useEffect,
  useMemo,
  useRef,
  type ComponentType,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import {
  Calendar,
  DateLocalizer,
  type CalendarProps,
  type Components,
  type DateHeaderProps,
  type EventProps,
  type EventWrapperProps,
  type HeaderProps,
} from 'react-big-calendar'
import {
  CALENDAR,
  daysShown,
  eventsShown,
  hourOf,
  hourOnTop,
  takesWholeDays,
  type CalendarEvent,
  type CalendarView,
} from '../../../../domain/calendar.ts'
import { formatTime, formatWeekday } from '../../lib/dates.ts'
import { eventName, formatHour, formatShortWeekday } from './labels.ts'
import { join } from '../../ui/join.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface GridProps {
  view: Exclude<CalendarView, 'agenda'>
  date: Date
  now: Date
  events: CalendarEvent[]
  onOpen: (day: Date) => void
}

/** Month, week and day as grids. Memoised. */
export const Grid = memo(function Grid({ view, date, now, events, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null)

  // Beside real events, samples have the same height as these.
  const isMixed = events.some(({ isSample }) => isSample) && events.some(({ isSample }) => !isSample)

  const usualTop = hourOnTop(eventsShown(events, view, date), daysShown(view, date).first)
  useEffect(() => {
    if (view === 'month') return
    // After a jump to an event, the event's hour.
    const top = hourOf(date) > 0 ? Math.max(0, hourOf(date) - 0.5) : usualTop
    const hours = box.current?.querySelector('.rbc-time-content')
    hours?.scrollTo(0, (hours.scrollHeight * top) / 24)
  }, [view, date, usualTop])

  useEffect(() => {
    // The hours scroll, so a keyboard must reach them even without an event.
    const hours = box.current?.querySelector('.rbc-time-content')
    hours?.setAttribute('tabindex', '0')
    hours?.setAttribute('role', 'group')
    hours?.setAttribute('aria-label', 'Hours')
  })

  return (
    <div ref={box} className={join('flex min-h-0 flex-1 flex-col', isMixed && 'calendar-mixed')}>
      <Calendar<CalendarEvent>
        {...setup}
        components={view === 'day' ? dayParts : parts}
        view={view}
        date={date}
        events={useMemo(
          () => (view === 'month' ? events : events.filter((event) => !takesWholeDays(event))),
          [view, events],
        )}
        getNow={useMemo(() => () => now, [now])}
        onView={ignore}
        onNavigate={ignore}
        onDrillDown={onOpen}
        onSelectEvent={({ start }) => view !== 'day' && onOpen(start)}
      />
    </div>
  )
})

/** The parent decides view and day. */
const ignore = () => undefined

const Event = ({ event: { title, start, end, type, allDay, isSample } }: EventProps<CalendarEvent>) => (
  <>
    <span className="calendar-title">
      {!isSample && <TypeIcon type={type} />}
      {title}
    </span>
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
  </>
)

type Element = ReactElement<HTMLAttributes<HTMLElement>>
type WrapperProps = EventWrapperProps<CalendarEvent> & { children?: Element }

/**
 * A label with the whole event. A sample is at least as high as its text, also without a duration; real events are as
 * high as their duration, so that they do not hide what follows.
 */
const named = (role: 'button' | 'group') =>
  function EventWrapper({ event, children }: WrapperProps) {
    if (!children) return null
    const { height, ...style } = children.props.style ?? {}
    return cloneElement(children, {
      role,
      tabIndex: 0,
      'aria-label': eventName(event),
      title: event.title,
      ...(role === 'button' && { onKeyDown: pressByKey }),
      style: {
        ...style,
        // The layout subtracts two pixels for a gap; samples never overlap.
        ...(height !== undefined && (event.isSample ? { minHeight: `calc(${height} + 2px)` } : { height })),
      },
    })
  }

function pressByKey(press: KeyboardEvent<HTMLElement>) {
  if (press.key !== 'Enter' && press.key !== ' ') return
  press.preventDefault()
  press.currentTarget.click()
}

/** A row of a table contains only cells. */
const WeekCell = ({ children }: { children?: ReactNode }) =>
  Children.toArray(children).length > 0 && (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library's table is made of div elements
    <div role="cell" aria-colspan={7}>
      {children}
    </div>
  )

const WeekHeader = ({ date }: HeaderProps) => (
  <>
    <span className="sr-only">{formatWeekday(date)}</span>
    <span aria-hidden>
      {formatShortWeekday(date)} <span className="calendar-date">{date.getDate()}</span>
    </span>
  </>
)

// oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library's table is made of div elements
const MonthHeader = ({ date }: HeaderProps) => <span role="columnheader">{formatShortWeekday(date)}</span>

const MonthDate = ({ date }: DateHeaderProps) => <span className="calendar-date">{date.getDate()}</span>

interface DayColumnProps extends Pick<HTMLAttributes<HTMLElement>, 'className' | 'style'> {
  /** The hours first. */
  children?: ReactNode[]
}

/** A day without hour cells, which are 504 empty elements a week: its background draws them. */
const DayColumn = ({ className, style, children }: DayColumnProps) =>
  createElement('div', { className, style }, ...(children?.slice(1) ?? []))

/** Props that the library's types omit: it wraps the events of a week, and of the all-day row. */
interface Parts extends Components<CalendarEvent> {
  weekWrapper?: ComponentType<{ children?: ReactNode }>
}

const parts: Parts = {
  event: Event,
  weekWrapper: WeekCell,
  eventWrapper: named('button'),
  dayColumnWrapper: DayColumn,
  week: { header: WeekHeader },
  month: { header: MonthHeader, dateHeader: MonthDate },
}

/** A day has nothing further to open. */
const dayParts: Components<CalendarEvent> = { event: Event, dayColumnWrapper: DayColumn, eventWrapper: named('group') }

/** Only the time matters; a day without a daylight saving change. */
const timeOfDay = (hours: number, minutes: number) => new Date(1972, 0, 1, hours, minutes)

/** All visible formats are our own functions, so that no date library is needed. */
const localizer = new DateLocalizer({
  firstOfWeek: () => 1,
  startAndEndAreDateOnly: () => false,
  format: (_, format) => format,
  formats: {
    dateFormat: (date) => String(date.getDate()),
    dayFormat: formatWeekday,
    weekdayFormat: formatShortWeekday,
    timeGutterFormat: formatHour,
  },
})

const setup = {
  localizer,
  toolbar: false,
  views: ['month', 'week', 'day'],
  step: CALENDAR.stepMinutes,
  timeslots: CALENDAR.slotsPerStep,
  length: CALENDAR.agendaDays,
  min: timeOfDay(0, 0),
  max: timeOfDay(23, 59),
  getDrilldownView: (_, view) => (view === 'week' ? 'day' : null),
  tooltipAccessor: () => '',
  // All-day events have a row of their own; events that only start and end at midnight are not hidden with them.
  showMultiDayTimes: true,
  dayLayoutAlgorithm: 'no-overlap',
  messages: { showMore: (count) => `${count} more` },
  eventPropGetter: ({ type, isSample }) => ({ className: `calendar-${type}${isSample ? ' calendar-sample' : ''}` }),
} as const satisfies Partial<CalendarProps<CalendarEvent>>
