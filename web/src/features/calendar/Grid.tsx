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

/** Month, week and day as grids. Rendered anew only when something in it has changed. */
export const Grid = memo(function Grid({ view, date, now, events, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null)

  // Beside events of one's own, samples are as high as these.
  const isMixed = events.some(({ isSample }) => isSample) && events.some(({ isSample }) => !isSample)

  const usualTop = hourOnTop(eventsShown(events, view, date), daysShown(view, date).first)
  useEffect(() => {
    if (view === 'month') return
    // Of a day that an event led to, the event's hour.
    const top = hourOf(date) > 0 ? Math.max(0, hourOf(date) - 0.5) : usualTop
    const hours = box.current?.querySelector('.rbc-time-content')
    hours?.scrollTo(0, (hours.scrollHeight * top) / 24)
  }, [view, date, usualTop])

  useEffect(() => {
    // The hours scroll: a keyboard must reach them also when no event among them takes the focus.
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

/** Which view and day are shown is decided outside. */
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
 * Says all about the event. A sample is as high as its text at least, one without length is seen too; one's own are as
 * high as they are long, so that they do not hide what follows.
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
        // The layout takes two pixels off each for a gap; samples lie in no other's way.
        ...(height !== undefined && (event.isSample ? { minHeight: `calc(${height} + 2px)` } : { height })),
      },
    })
  }

function pressByKey(press: KeyboardEvent<HTMLElement>) {
  if (press.key !== 'Enter' && press.key !== ' ') return
  press.preventDefault()
  press.currentTarget.click()
}

/** A row of a table has cells only. */
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

/** A day without its hours, which are 504 elements a week with nothing in them: its background shows them. */
const DayColumn = ({ className, style, children }: DayColumnProps) =>
  createElement('div', { className, style }, ...(children?.slice(1) ?? []))

/** What the types of the library leave out: it wraps the events of a week, and of the row for whole days. */
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

/** Only the time of these counts; a day without a change of the clocks. */
const timeOfDay = (hours: number, minutes: number) => new Date(1972, 0, 1, hours, minutes)

/** Every format that shows is a function of ours, so that no library for dates is needed. */
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
  // Whole days have a line of their own; what only begins and ends at midnight is not hidden with them.
  showMultiDayTimes: true,
  dayLayoutAlgorithm: 'no-overlap',
  messages: { showMore: (count) => `${count} more` },
  eventPropGetter: ({ type, isSample }) => ({ className: `calendar-${type}${isSample ? ' calendar-sample' : ''}` }),
} as const satisfies Partial<CalendarProps<CalendarEvent>>
