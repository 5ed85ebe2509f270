import { addDays } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'

/** Days for which a founder may correct or delete a check-in, from the beginning of its week; the database allows one more. */
const CHANGEABLE_DAYS = 28

/** Whether a founder may correct or delete the check-in of a week, on a day of theirs. */
export const isChangeable = (week: IsoDate, today: IsoDate): boolean => week >= addDays(today, -CHANGEABLE_DAYS)
