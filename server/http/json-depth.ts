/** Levels of lists and objects in a body, far more than any table or form has. */
export const MOST_LEVELS = 100

/**
 * Whether JSON is nested deeper than `levels`. PostgreSQL gives up at some thousands, and the embedded engine runs out
 * of its stack without a word: the statement would seem to have worked.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}
