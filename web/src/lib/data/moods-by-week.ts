import { addDays } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'

/** Weeks whose moods are drawn: those of the database function `find_cohort`. */
const WEEKS = 12

/** @returns the moods of twelve weeks, `week` last; null for a week without a check-in */
export function moodsByWeek(
  checkIns: readonly { readonly week_of: IsoDate; readonly mood: number }[],
  week: IsoDate,
): readonly (number | null)[] {
  const moods = new Map(checkIns.map(({ week_of, mood }) => [week_of, mood]))
  return Array.from({ length: WEEKS }, (_, index) => moods.get(addDays(week, 7 * (index - WEEKS + 1))) ?? null)
}
