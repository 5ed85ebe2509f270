import { distance } from 'fastest-levenshtein'

/** A phrase as a list of positions: the words that may stand there, or a gap of up to `MAX_GAP` words. */
type Phrase = readonly (readonly string[] | 'gap')[]

const MAX_GAP = 4
/** Letters from which a word may be misspelt: shorter ones would become other words. */
const MIN_FUZZY = 6

/** The words of a text as phrases compare them: lower case, without accents and apostrophes. */
export const phraseWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`´]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Phrases, one a line: words separated by spaces, `a|b` for alternatives, `..` for up to four words in between.
 * @example
 * hasPhrase(phrasesOf('want|wanna .. die'), phraseWords('I just want to die')) // true
 */
export const phrasesOf = (lines: string): readonly Phrase[] =>
  lines
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => line.split(' ').map((part) => (part === '..' ? 'gap' : part.split('|'))))

export const hasPhrase = (phrases: readonly Phrase[], words: readonly string[]): boolean =>
  phrases.some((phrase) => words.some((_, start) => matches(phrase, words, start)))

function matches(phrase: Phrase, words: readonly string[], at: number): boolean {
  const [first, ...rest] = phrase
  if (first === undefined) return true
  if (first === 'gap') {
    for (let skipped = 0; skipped <= MAX_GAP; skipped++) if (matches(rest, words, at + skipped)) return true
    return false
  }
  const word = words[at]
  return word !== undefined && first.some((one) => isSame(word, one)) && matches(rest, words, at + 1)
}

/** A letter too many or too few is a misspelling; another letter may be another word: "turned out", "burned out". */
const isSame = (word: string, known: string): boolean =>
  word === known || (known.length >= MIN_FUZZY && word.length !== known.length && distance(word, known) === 1)
