/** Without case and accents, as the database folds them. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? []

/** Whether every word is the beginning of a word of the text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const all = wordsOf(text)
  return words.every((word) => all.some((one) => one.startsWith(word)))
}

interface Part {
  readonly text: string
  /** Whether it is one of the words that were searched for. */
  readonly isHit: boolean
}

/** A text in parts, for marking the words that were searched for. */
export const partsOf = (text: string, words: readonly string[]): Part[] =>
  text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((part) => ({ text: part, isHit: words.some((word) => fold(part).startsWith(word)) }))
    .filter(({ text }) => text !== '')
