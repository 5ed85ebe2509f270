/** Without half a surrogate pair at the end: it can be neither stored nor sent. */
export const withoutHalfCharacter = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

/**
 * The beginning of a text, cut between code points.
 * @param limit in UTF-16 code units, as `length` counts
 */
export const truncate = (text: string, limit: number): string =>
  text.length > limit ? withoutHalfCharacter(text.slice(0, limit)) : text

/** The same, with an ellipsis behind it when something was cut. */
export const truncateWithEllipsis = (text: string, limit: number): string =>
  text.length > limit ? `${truncate(text, limit).trimEnd()}…` : text

/** Beginning and end of a text, cut between code points, with an ellipsis between them when something was left out. */
export function withoutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.floor((limit - GAP.length) / 2)
  return `${truncate(text, half)}${GAP}${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`
}

const GAP = '\n…\n'
