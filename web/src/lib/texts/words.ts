// Words that readers call the same: the rules of the database's search (private.folded and private.word_text in
// supabase/migrations/20261128010400_words.sql, private.words_pattern in supabase/schemas/search.sql), for marking and for
// lists that are searched here. domain/word-examples.ts has examples that both are tested with.

/** Marks of Latin, Greek, Cyrillic, Hebrew, Arabic and Syriac, and invisible characters; other scripts' marks are vowels. */
const MARKS = String.raw`\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08d3-\u08e1\u08e3-\u08ff\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{e0000}-\u{e0fff}`
const IGNORED = new RegExp(`[${MARKS}]+`, 'gu')

/** Letters that Unicode does not decompose. Arabic ones as numbers: their order on a screen misleads. */
const LETTERS = new Map([
  ...Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
  ...Object.entries({
    '\u0649': '\u064a',
    '\u06cc': '\u064a',
    '\u0629': '\u0647',
    '\u0671': '\u0627',
    '\u06a9': '\u0643',
  }),
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(0x06_60 + digit), String(digit)] as const),
  ...Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(0x06_f0 + digit), String(digit)] as const),
  ...[...'’‘‛ʼʻʹ\u05f3\u05f4'].map((apostrophe) => [apostrophe, "'"] as const),
  ...[...'‐\u05be'].map((hyphen) => [hyphen, '-'] as const),
])
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu')

/** Of what they decompose to, the first would be a blank with an accent, the others whole sentences. */
const UNDECOMPOSED = new Map([
  ['´', "'"],
  ['\ufdfa', '\u0635'],
  ['\ufdfb', '\u062c'],
])

/** Scripts that are written without blanks, and Korean, whose particles are part of the word. */
const UNSPACED = String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecf\u1000-\u1049\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u17dd\u2e80-\u2fff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\u{1aff0}-\u{1b16f}\u{20000}-\u{3ffff}`
const SEPARATORS = String.raw`\u0000-,./:-@\[-\u0060\{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589-\u058f\u05c0\u05c3\u05c6\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u06fd\u06fe\u0700-\u070d\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u10fb\u1360-\u1368\u1680\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u3036\u3037\u303d-\u3040\u30a0\u30fb\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\ufff9-\uffff\u{1f000}-\u{1fbff}`
const SPACED = `[^${SEPARATORS}${UNSPACED}-]+`
const WORD = new RegExp(`[${UNSPACED}]+|${SPACED}(?:-${SPACED})*`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')

/** What is composed with the character before it: marks, the later letters of a Korean syllable, voiced marks of half width. */
const COMPOSING = String.raw`[\p{M}\u1160-\u11ff\uff9e\uff9f]`

/** Plain characters, or one with what is composed with it. */
const UNIT = new RegExp(`(?:[ -~](?!${COMPOSING}))+|.${COMPOSING}*`, 'gsu')

/** Folding them changes their case alone. Most texts are of these, and the other rules take ten times as long. */
const PLAIN = /^[ -~]*$/

/** The words that the database searches by. */
const MOST_CHARACTERS = 200
const MOST_WORDS = 8
const LONGEST_WORD = 100

/** Letters without case and marks, in their plain form. */
const fold = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .replaceAll(/[´\ufdfa\ufdfb]/g, (one) => UNDECOMPOSED.get(one) ?? one)
        .normalize('NFKD')
        .replaceAll(IGNORED, '')
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(LETTER, (letter) => LETTERS.get(letter) ?? letter)

interface Word {
  /** Folded, with a hyphen between its parts: `o-brien`, `t-shirt`, `1-000`. */
  readonly text: string
  /** Its offset in the folded text. */
  readonly start: number
}

/** The words of a folded text. A comma joins digits before each three of them, and nowhere else: 1,5 is not 15. */
const wordsIn = (folded: string): Word[] =>
  Array.from(
    folded
      .replaceAll(/['`]/g, '-')
      .replaceAll(/(\d),(?=\d{3}(?:\D|$))/g, '$1-')
      .matchAll(WORD),
    ({ 0: text, index }) => ({ text, start: index }),
  )

/**
 * The words of a search, as the database takes them: letters that are written without blanks have _ before them.
 * @example
 * wordsOf('Miles O’Brien') // ['miles', 'o-brien']
 * wordsOf('顧客') // ['_顧客']
 */
export const wordsOf = (search: string): string[] => {
  const words = wordsIn(fold([...search].slice(0, MOST_CHARACTERS).join(''))).map(({ text }) =>
    IS_UNSPACED.test(text) ? `_${text}` : text,
  )
  return [...new Set(words.map((word) => [...word].slice(0, LONGEST_WORD).join('').replace(/-$/, '')))].slice(
    0,
    MOST_WORDS,
  )
}

type Place = readonly [start: number, end: number]

/** The places of letters that are written without blanks. */
function placesWithin({ text, start }: Word, sought: string): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length))
    places.push([start + at, start + at + sought.length])
  return places
}

/** The parts of a word that begin with `sought`, or all of it if it does so without its hyphens. */
function placesAtBeginning({ text, start }: Word, sought: string): Place[] {
  const parts: Place[] = []
  let at = 0
  for (const part of text.split('-')) {
    if (part.startsWith(sought)) parts.push([start + at, start + at + part.length])
    at += part.length + 1
  }
  if (parts.length > 0) return parts
  return text.replaceAll('-', '').startsWith(sought) ? [[start, start + text.length]] : []
}

/** The English plurals or singulars of a word, those that do not begin with it: `private.word_forms` in the database. */
const FORMS: readonly (readonly [word: RegExp, ending: RegExp, other: string])[] = [
  [/^[a-z]{2,}[^aeiou]y$/, /y$/, 'ies'],
  [/^[a-z]{2,}ies$/, /ies$/, 'y'],
  [/^[a-z]{2,}(?:s|x|z|ch|sh)es$/, /es$/, ''],
  // A shorter one is another word: new for news.
  [/^[a-z]{3,}[^isu]s$/, /s$/, ''],
]
const formsOf = (word: string): string[] =>
  FORMS.flatMap(([pattern, ending, other]) => (pattern.test(word) ? word.replace(ending, other) : []))

/** The parts of a word that are one of these. */
function placesOfParts({ text, start }: Word, forms: readonly string[]): Place[] {
  if (forms.length === 0) return []
  return Array.from(text.matchAll(/[^-]+/g), ({ 0: part, index }) => ({ part, at: start + index }))
    .filter(({ part }) => forms.includes(part))
    .map(({ part, at }): Place => [at, at + part.length])
}

/** The places at which a text has the word of a search; none when one of its parts is missing. */
function placesOf(sought: string, words: readonly Word[]): Place[] {
  if (sought.startsWith('_')) return words.flatMap((word) => placesWithin(word, sought.slice(1)))
  const forms = formsOf(sought)
  const whole = words.flatMap((word) => [
    ...placesAtBeginning(word, sought.replaceAll('-', '')),
    ...placesOfParts(word, forms),
  ])
  if (whole.length > 0) return whole
  const parts = sought.split('-').map((part) => words.flatMap((word) => placesAtBeginning(word, part)))
  return parts.every((places) => places.length > 0) ? parts.flat() : []
}

/**
 * Whether every word of a search (`wordsOf`) is in the text: as a word, the beginning of one, or its plural or singular.
 * @example
 * hasWords('Talk to Miles O’Brien', wordsOf('obrien')) // true
 * hasWords('Log a decision', wordsOf('decisions')) // true
 * hasWords('Log a decision', wordsOf('indecision')) // false
 */
export function hasWords(text: string, sought: readonly string[]): boolean {
  const words = wordsIn(fold(text))
  return sought.every((one) => placesOf(one, words).length > 0)
}

interface Part {
  readonly text: string
  /** Whether it is one of the words that were searched for. */
  readonly isHit: boolean
}

/**
 * A text in parts, for marking the words of a search (`wordsOf`).
 * @example
 * partsOf('Log a decision', wordsOf('dec')) // [{ text: 'Log a ', isHit: false }, { text: 'decision', isHit: true }]
 */
export function partsOf(text: string, sought: readonly string[]): Part[] {
  // Of each unit of the folded text, where it is in the text.
  const units: Place[] = []
  let folded = ''
  for (const { 0: part, index } of text.matchAll(UNIT)) {
    const letters = fold(part)
    folded += letters
    const isPlain = PLAIN.test(part)
    for (let unit = 0; unit < letters.length; unit++)
      units.push(isPlain ? [index + unit, index + unit + 1] : [index, index + part.length])
  }
  const words = wordsIn(folded)
  const places = sought
    .flatMap((one) => placesOf(one, words))
    .map(([start, end]): Place => [units[start]?.[0] ?? 0, units[end - 1]?.[1] ?? 0])
    .toSorted(([one], [other]) => one - other)
  const parts: Part[] = []
  let done = 0
  for (const [start, end] of places) {
    if (end <= done) continue
    const from = Math.max(start, done)
    parts.push({ text: text.slice(done, from), isHit: false }, { text: text.slice(from, end), isHit: true })
    done = end
  }
  return [...parts, { text: text.slice(done), isHit: false }].filter(({ text }) => text !== '')
}
