import { formatTime } from '../../lib/texts/dates.ts'

/** The hours of a day, to choose from. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  id: String(hour),
  label: formatTime(new Date(2026, 0, 1, hour)),
}))
