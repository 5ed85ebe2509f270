/**
 * Without half a surrogate pair at the end: it can be neither stored nor sent.
 * @example
 * withoutHalfCharacter('Go \uD83D') // 'Go '
 */
export const withoutHalfCharacter = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

/**
 * The beginning of a text, cut between code points.
 * @param limit in UTF-16 code units, as `length` counts
 * @example
 * truncate('Go 🚀!', 4) // 'Go '
 */
export const truncate = (text: string, limit: number): string =>
  text.length > limit ? withoutHalfCharacter(text.slice(0, limit)) : text

/**
 * The same, with an ellipsis behind it when something was cut.
 * @example
 * truncateWithEllipsis('Ten demos', 4) // 'Ten…'
 */
export const truncateWithEllipsis = (text: string, limit: number): string =>
  text.length > limit ? `${truncate(text, limit).trimEnd()}…` : text

/**
 * Beginning and end of a text, cut between code points, with an ellipsis between them when something was left out.
 * @example
 * withoutMiddle('0123456789', 9) // '012\n…\n789'
 */
export function withoutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.floor((limit - GAP.length) / 2)
  return `${truncate(text, half)}${GAP}${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')}`
}

const GAP = '\n…\n'
