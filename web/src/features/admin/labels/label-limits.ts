/** Characters of a label's name; the database refuses more. */
export const LABEL_LIMIT = 40

/** Founders for whom something is done at once; the database refuses more. */
export const FOUNDERS_AT_ONCE = 10_000
