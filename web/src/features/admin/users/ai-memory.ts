/** Characters of a founder's AI memory; the database refuses more. */
export const AI_MEMORY_LIMIT = 20_000
