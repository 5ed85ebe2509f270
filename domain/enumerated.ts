/**
 * Things in a sentence.
 * @example
 * enumerated(['a', 'b', 'c']) // 'a, b and c'
 * enumerated(['yes', 'no'], 'or') // 'yes or no'
 */
export const enumerated = (parts: readonly string[], word: 'and' | 'or' = 'and'): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}` : parts.join('')
