import { distance } from 'fastest-levenshtein'

/**
 * The most similar of several names, for a hint; undefined when none is close.
 * @example
 * nearest('gaols', ['goals', 'notes']) // 'goals'
 * nearest('invoices', ['goals', 'notes']) // undefined
 */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  // The cost grows with the name's length, for each candidate.
  if (wanted.length > MAX_NAME_BYTES) return undefined
  let found: string | undefined
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const apart = distance(wanted.toLowerCase(), name.toLowerCase())
    if (apart >= least) continue
    found = name
    least = apart
  }
  return found
}

/** Bytes of an identifier in PostgreSQL. */
const MAX_NAME_BYTES = 63
