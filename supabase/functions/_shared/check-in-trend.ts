import { weekOf, type IsoDate } from '../../../domain/week.ts'

/** Whether the week that `today` falls in has its check-in (SPEC section 4). */
export const hasCheckedIn = (checkins: readonly { readonly week_of: IsoDate }[], today: IsoDate): boolean =>
  checkins.some(({ week_of }) => week_of >= weekOf(new Date(`${today}T00:00:00Z`), 'UTC'))

/** Points below the average of earlier weeks at which a mood counts as falling. */
const FALL = 1

/** Whether the latest mood is clearly below those of earlier weeks. */
export function isMoodFalling(newestFirst: readonly number[]): boolean {
  const [latest, ...before] = newestFirst
  return latest !== undefined && before.length > 0 && meanOf(before) - latest >= FALL
}

/** @returns 0 for no numbers */
export const meanOf = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
