import { promisedSince } from '../../../../domain/squad-hours.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * For how long a founder has waited: whole minutes, hours, or days from the second one on.
 * @param since ISO date and time
 * @param promisedHours within which founders are promised an answer; null: nothing is promised
 * @example
 * waitedFor('2026-03-02T12:00Z', new Date('2026-03-02T15:20Z'), null) // { text: '3 h', isOverdue: false }
 * waitedFor('2026-02-26T12:00Z', new Date('2026-03-02T15:20Z'), 24) // { text: '4 days', isOverdue: true }
 */
export function waitedFor(
  since: string,
  now: Date,
  promisedHours: number | null,
): { readonly text: string; readonly isOverdue: boolean } {
  const ms = Math.max(0, now.getTime() - Date.parse(since))
  const text =
    ms >= 2 * DAY_MS
      ? `${Math.floor(ms / DAY_MS)} days`
      : ms >= HOUR_MS
        ? `${Math.floor(ms / HOUR_MS)} h`
        : ms >= MINUTE_MS
          ? `${Math.floor(ms / MINUTE_MS)} min`
          : 'less than a minute'
  const isOverdue = promisedHours !== null && Date.parse(since) <= promisedSince(now, promisedHours).getTime()
  return { text, isOverdue }
}

/** Conversations that wait longer than promised; `hours` is the promise, null when nothing is promised. */
export interface OverdueCounts {
  readonly total: number
  /** Assigned to the admin who asks. */
  readonly mine: number
  readonly hours: number | null
}
