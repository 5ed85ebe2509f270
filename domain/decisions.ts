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

/** Characters; the database refuses more. */
export const DECISION_LIMITS = { title: 200, reason: 10_000, category: 100, result: 10_000 } as const
