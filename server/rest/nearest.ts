import { distance } from 'fastest-levenshtein'

/** The one of several names that was probably meant, or undefined when none is near. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  // A name of many characters would cost a table of them for each candidate.
  if (wanted.length > LONGEST_NAME) return undefined
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
const LONGEST_NAME = 63
