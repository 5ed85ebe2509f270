import { dayFormat, type IsoDate } from '../../../../domain/week.ts'

export interface Slot {
  /** ISO, in UTC. */
  readonly starts_at: string
  /** "9:00 AM"; with the zone when the time occurs twice on that day, at the end of daylight saving. */
  readonly label: string
}

export interface SlotDay {
  readonly date: IsoDate
  /** "Mon", "Mar 2", "Monday, March 2". */
  readonly weekday: string
  readonly day: string
  readonly title: string
  /** The zone's name on that day, e.g. "GMT+1". */
  readonly zone: string
  readonly slots: readonly Slot[]
}

/**
 * Groups slots by day, in a time zone.
 * @param starts ISO, soonest first
 * @param timeZone IANA name
 */
export function slotDays(starts: readonly string[], timeZone: string): SlotDay[] {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
    return (moment: string) => made.format(new Date(moment))
  }
  const isoDate = dayFormat(timeZone)
  const time = format({ hour: 'numeric', minute: '2-digit' })
  const timeAndZone = format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  const weekday = format({ weekday: 'short' })
  const day = format({ month: 'short', day: 'numeric' })
  const title = format({ weekday: 'long', month: 'long', day: 'numeric' })

  const days = new Map<IsoDate, string[]>()
  for (const moment of starts) {
    const date = isoDate(new Date(moment))
    days.set(date, [...(days.get(date) ?? []), moment])
  }
  return [...days].map(([date, starts]) => {
    const [first = ''] = starts
    const times = starts.map(time)
    return {
      date,
      weekday: weekday(first),
      day: day(first),
      title: title(first),
      zone: zoneName(first, timeZone),
      slots: starts.map((starts_at, index) => ({
        starts_at,
        label:
          times.indexOf(times[index] ?? '') === times.lastIndexOf(times[index] ?? '')
            ? (times[index] ?? '')
            : timeAndZone(starts_at),
      })),
    }
  })
}

function zoneName(moment: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(new Date(moment))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
