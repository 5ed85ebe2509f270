import { addDays } from './days.ts'
import type { IsoDate } from './week.ts'

/** SPEC section 3. */
export const IMPACTS = [
  { id: 'positive', label: 'Positive' },
  { id: 'neutral', label: 'Neutral' },
  { id: 'negative', label: 'Negative' },
] as const

/** A decision as founders log it: not rated yet (SPEC section 4). */
export const UNRATED = { impact: 'neutral', result: '' } as const

/** SPEC section 3: the founder form's own default. */
export const DEFAULT_DECISION_CATEGORY = 'Product'

/**
 * Whether the team has rated a decision, as far as it shows: neutral without notes is how it was logged.
 * @example
 * isRated({ impact: 'neutral', result: '' }) // false
 * isRated({ impact: 'neutral', result: 'No effect yet' }) // true
 */
export const isRated = ({ impact, result }: { readonly impact: string; readonly result: string }): boolean =>
  impact !== UNRATED.impact || result !== UNRATED.result

/** Characters; the database refuses more. */
export const DECISION_LIMITS = {
  title: 200,
  reason: 10_000,
  category: 100,
  result: 10_000,
  expected: 2000,
  outcome: 2000,
} as const

/** A decision that is not looked at again, and whose outcome is unknown. */
export const UNREVIEWED = { expected: '', review_on: null, outcome: '', was_right: null, reviewed_at: null } as const

/** Whether the founder was right, as they see it themselves. */
export const ANSWERS = [
  { value: 'yes', label: 'Yes' },
  { value: 'partly', label: 'Partly' },
  { value: 'no', label: 'No' },
] as const

export type Answer = (typeof ANSWERS)[number]['value']

/** Days until the founder is asked what came of a decision, unless they choose another day. */
export const REVIEW_AFTER_DAYS = 30

/** Days from the decision to the last day on which its founder is asked: three years; the database refuses later ones. */
const REVIEW_WITHIN_DAYS = 1095

/**
 * The days on which a decision may be looked at again.
 * @param logged the day of the decision
 * @example
 * reviewDays('2026-03-02') // { first: '2026-03-02', usual: '2026-04-01', last: '2029-03-01' }
 */
export const reviewDays = (logged: IsoDate) => ({
  first: logged,
  usual: addDays(logged, REVIEW_AFTER_DAYS),
  last: addDays(logged, REVIEW_WITHIN_DAYS),
})

/**
 * The day on which the founder is asked again; undefined when that would be too late.
 * @example
 * postponedTo('2026-03-02', '2026-04-01') // '2026-05-01'
 * postponedTo('2026-03-02', '2029-02-20') // undefined
 */
export function postponedTo(logged: IsoDate, today: IsoDate): IsoDate | undefined {
  const day = addDays(today, REVIEW_AFTER_DAYS)
  return day <= reviewDays(logged).last ? day : undefined
}

/** Answered decisions from which a founder's track record says something, and those of one category. */
export const TRACK_RECORD_FROM = 10
export const CATEGORY_RECORD_FROM = 3
