/** Nesting depth of JSON in a body, far more than any table or form needs. */
export const MAX_JSON_DEPTH = 100

/**
 * Whether JSON is nested deeper than `levels`. PostgreSQL fails at some thousands of levels, and the embedded engine
 * overflows its stack without an error, as if the statement had worked.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}
