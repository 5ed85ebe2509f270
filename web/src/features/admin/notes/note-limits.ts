/** SPEC section 3. */
export const DEFAULT_NOTE_CATEGORY = 'buyer-insights'

/** Characters; the database refuses more. */
export const NOTE_LIMITS = { title: 200, category: 100, content: 10_000 } as const
