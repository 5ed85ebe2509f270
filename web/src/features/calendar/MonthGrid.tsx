/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element that is laid out as a grid is no table in some browsers */
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { CalendarEvent } from '../../../../domain/calendar.ts'
import { classNames } from '../../ui/class-names.ts'
import { DayDate } from './DayDate.tsx'
import { EventBlock } from './EventBlock.tsx'
import { formatShortWeekday, pageTitle } from './labels.ts'
import { layOutWeek, levelsOf, weeksOf, type MonthDay, type Segment } from './month-layout.ts'

interface MonthGridProps {
  date: Date
  now: Date
  events: CalendarEvent[]
  onOpen: (day: Date) => void
}

/** The weeks of a month: a table of days, each with the events that begin on it. */
export function MonthGrid({ date, now, events, onOpen }: MonthGridProps) {
  const [year, month] = [date.getFullYear(), date.getMonth()]
  const weeks = useMemo(() => weeksOf(new Date(year, month)), [year, month])
  const levels = levelsOf(weeks.length)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Where the rows do not fit, today is in view.
    const isIn = (days: readonly Date[]) => days.some((day) => day.getTime() === today)
    const week = box.current?.children[weeks.findIndex(isIn)] as HTMLElement | undefined
    if (week) box.current?.scrollTo(0, week.offsetTop + week.offsetHeight - box.current.clientHeight)
  }, [weeks, today])
  return (
    <div role="table" aria-label={pageTitle('month', date)} className="calendar-grid">
      <div role="row" className="grid grid-cols-7 py-[3px] text-center text-muted">
        {weeks[0]?.map((day) => (
          <span key={day.getTime()} role="columnheader">
            {formatShortWeekday(day)}
          </span>
        ))}
      </div>
      <div
        ref={box}
        role="rowgroup"
        className="calendar-weeks"
        style={{ gridAutoRows: `minmax(${1.5 * (levels + 1)}rem, 1fr)` }}
      >
        {weeks.map((days) => (
          <Week key={days[0]?.getTime()} {...{ days, month, today, events, levels, onOpen }} />
        ))}
      </div>
    </div>
  )
}

interface WeekProps extends Pick<MonthGridProps, 'events' | 'onOpen'> {
  days: readonly Date[]
  month: number
  /** Midnight. */
  today: number
  levels: number
}

/** Memoised: the clock changes nothing until midnight. */
const Week = memo(function Week({ days, month, today, events, levels, onOpen }: WeekProps) {
  // Beside real events, samples have the same height as these.
  const isLines = events.some(({ isSample }) => !isSample)
  return (
    <div role="row" className="calendar-week" style={{ gridTemplateRows: `1.5rem repeat(${levels}, auto) 1fr` }}>
      {layOutWeek(days, events, levels).map((one) => {
        const isToday = one.day.getTime() === today
        const isOther = one.day.getMonth() !== month
        return (
          <div
            key={one.day.getTime()}
            role="cell"
            className={classNames('calendar-cell', isToday && 'calendar-today', isOther && 'calendar-other-month')}
          >
            <DayDate
              day={one.day}
              isToday={isToday}
              className="justify-self-end px-0.5 focus-visible:-outline-offset-2"
              onOpen={onOpen}
            />
            <Events of={one} isLines={isLines} onOpen={onOpen} />
            {one.more > 0 && (
              <button
                type="button"
                className="calendar-more"
                style={{ gridRow: levels + 1 }}
                onClick={() => onOpen(one.day)}
              >
                {one.more} more
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
})

interface EventsProps extends Pick<MonthGridProps, 'onOpen'> {
  of: MonthDay
  isLines: boolean
}

const Events = ({ of: { segments }, isLines, onOpen }: EventsProps) =>
  segments.map((segment) => (
    <EventBlock
      key={segment.event.id}
      event={segment.event}
      isLine={isLines}
      style={placeOf(segment)}
      onOpen={onOpen}
    />
  ))

/** A segment is in the cell of its first day, and as wide as its days; each has a line of a pixel at its left. */
const placeOf = ({ level, span }: Segment) => ({
  gridRow: level + 2,
  width: `calc((100% + 1px) * ${span} - 7px)`,
})
