import { formatTime, formatWeekday } from '../../../lib/texts/dates.ts'
import { Select } from '../../../ui/Select.tsx'

interface TimeChoiceProps {
  /** ISO, soonest first; at least one. */
  free: readonly string[]
  value: string
  onChange: (time: string) => void
}

/** First a day, then one of its times; in the browser's time zone. */
export function TimeChoice({ free, value, onChange }: TimeChoiceProps) {
  const sameDay = free.filter((time) => formatWeekday(time) === formatWeekday(value))
  return (
    <>
      <Select
        label="Day"
        options={firstOfDays(free).map((time) => ({ id: time, label: formatWeekday(time) }))}
        value={firstOfDays(free).find((time) => formatWeekday(time) === formatWeekday(value)) ?? null}
        onChange={onChange}
      />
      <Select
        label="Time"
        options={sameDay.map((time) => ({ id: time, label: formatTime(time) }))}
        value={value}
        onChange={onChange}
      />
    </>
  )
}

/** The first time of each day, in the browser's time zone. */
const firstOfDays = (times: readonly string[]) =>
  times.filter((time, index) => index === 0 || formatWeekday(time) !== formatWeekday(times[index - 1] ?? time))
