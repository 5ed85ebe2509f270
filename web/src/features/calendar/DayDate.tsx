import { formatShortWeekday } from './labels.ts'
import { formatWeekday } from '../../lib/texts/dates.ts'

interface DayDateProps {
  day: Date
  isToday: boolean
  /** Month cells stand under the name of their weekday. */
  hasWeekday?: boolean
  className: string
  onOpen: (day: Date) => void
}

/** The date of a day, which opens it: "Mon 16" or "16", with the whole date as its label. */
export const DayDate = ({ day, isToday, hasWeekday = false, className, onOpen }: DayDateProps) => (
  <button type="button" aria-current={isToday ? 'date' : undefined} className={className} onClick={() => onOpen(day)}>
    <span className="sr-only">{formatWeekday(day)}</span>
    <span aria-hidden>
      {hasWeekday && `${formatShortWeekday(day)} `}
      <span className="calendar-date">{day.getDate()}</span>
    </span>
  </button>
)
