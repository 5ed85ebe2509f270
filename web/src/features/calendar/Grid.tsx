import {
  Children,
  cloneElement,
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
import { CALENDAR, FIRST_HOUR_SHOWN, type CalendarEvent, type CalendarView } from '../../../../domain/calendar.ts'
import { formatTime, formatWeekday } from '../../lib/dates.ts'
import { eventName, formatHour, formatShortWeekday } from './labels.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface GridProps {
  view: Exclude<CalendarView, 'agenda'>
  date: Date
  now: Date
  events: CalendarEvent[]
  onOpen: (day: Date) => void
}

/** Month, week and day as grids. */
export function Grid({ view, date, now, events, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The hours scroll: a keyboard must reach them also when no event among them takes the focus.
    const hours = box.current?.querySelector('.rbc-time-content')
    hours?.setAttribute('tabindex', '0')
    hours?.setAttribute('role', 'group')
    hours?.setAttribute('aria-label', 'Hours')
  })

  return (
    <div ref={box} className="flex min-h-0 flex-1 flex-col">
      <Calendar<CalendarEvent>
        {...setup}
        components={view === 'day' ? dayParts : parts}
        view={view}
        date={date}
        events={events}
        getNow={useMemo(() => () => now, [now])}
        onView={ignore}
        onNavigate={ignore}
        onDrillDown={onOpen}
        onSelectEvent={({ start }) => view !== 'day' && onOpen(start)}
      />
    </div>
  )
}

/** Which view and day are shown is decided outside. */
const ignore = () => undefined

const Event = ({ event: { title, start, end, type } }: EventProps<CalendarEvent>) => (
  <>
    <span className="calendar-title" title={title}>
      {title}
    </span>
    <span className="calendar-facts">
      <span className="calendar-time">
        {formatTime(start)}
        {end > start && <span className="calendar-until"> – {formatTime(end)}</span>}
      </span>
      <span className="calendar-mark">
        <TypeIcon type={type} />
        Sample
      </span>
    </span>
  </>
)

type Element = ReactElement<HTMLAttributes<HTMLElement>>
type WrapperProps = EventWrapperProps<CalendarEvent> & { children?: Element }

/** Says all about the event, and makes it as high as its text at least: an event without length is seen too. */
const named = (role: 'button' | 'group') =>
  function EventWrapper({ event, children }: WrapperProps) {
    if (!children) return null
    const { height, ...style } = children.props.style ?? {}
    return cloneElement(children, {
      role,
      tabIndex: 0,
      'aria-label': eventName(event),
      ...(role === 'button' && { onKeyDown: pressByKey }),
      style: { ...style, ...(height !== undefined && { minHeight: height }) },
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

/** What the types of the library leave out: it wraps the events of a week, and of the row for whole days. */
interface Parts extends Components<CalendarEvent> {
  weekWrapper?: ComponentType<{ children?: ReactNode }>
}

const parts: Parts = {
  event: Event,
  weekWrapper: WeekCell,
  eventWrapper: named('button'),
  week: { header: WeekHeader },
  month: { header: MonthHeader, dateHeader: MonthDate },
}

/** A day has nothing further to open. */
const dayParts: Components<CalendarEvent> = { event: Event, eventWrapper: named('group') }

/** Only the time of these counts; a day without a change of the clocks. */
const timeOfDay = (hours: number, minutes = 0) => new Date(1972, 0, 1, hours, minutes)

/** Every format that shows is a function of ours, so that no library for dates is needed. */
const localizer = new DateLocalizer({
  firstOfWeek: () => 1,
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
  min: timeOfDay(0),
  max: timeOfDay(23, 59),
  scrollToTime: timeOfDay(0, FIRST_HOUR_SHOWN * 60),
  getDrilldownView: (_, view) => (view === 'week' ? 'day' : null),
  tooltipAccessor: () => '',
  eventPropGetter: ({ type }) => ({ className: `calendar-${type}` }),
} as const satisfies Partial<CalendarProps<CalendarEvent>>
