import { CALENDAR } from '../../../../domain/calendar.ts'
import { formatHour } from './labels.ts'

const slotsPerDay = (24 * 60) / CALENDAR.stepMinutes

/** Only the hour matters; a day without a daylight saving change. */
const labels = Array.from({ length: 24 }, (_, hour) => formatHour(new Date(1972, 0, 1, hour)))

const rows = { gridTemplateRows: `repeat(${slotsPerDay}, calc(var(--hour) * ${CALENDAR.stepMinutes} / 60))` }

const hour = { gridRow: `span ${CALENDAR.slotsPerStep}` }

/** The hours beside the days, each beside two slots. Hidden from screen readers, since every event has its times. */
export const HourLabels = () => (
  <div aria-hidden className="calendar-hour-labels" style={rows}>
    {labels.map((label) => (
      <span key={label} style={hour}>
        {label}
      </span>
    ))}
  </div>
)
