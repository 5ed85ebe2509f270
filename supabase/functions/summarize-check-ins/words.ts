/** Stop words. */
const common = new Set(
  `a about after again all also am an and any are as at be been before but by can do does done for from get had has have i
  if in into is it its last less lot lots me month more most much my new next no not now of off on one or our out over so
  some still than that the their them then there they this to today too two up us very was we week weeks were what when
  which who will with you your`.split(/\s+/),
)

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Letters that forms of one word share at least. */
const MIN_STEM_LENGTH = 4

/**
 * Prepares one text to be compared with others.
 * @returns whether a significant word is in the other text too, in any form: "demo" and "demos",
 *   "pricing" and "prices"
 */
export function wordsInCommonWith(text: string): (other: string) => boolean {
  const known = new Set(wordsOf(text))
  const byBeginning = new Map<string, string[]>()
  for (const word of known) {
    const beginning = word.slice(0, MIN_STEM_LENGTH)
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), word])
  }
  const isKnown = (word: string) =>
    known.has(word) || byBeginning.get(word.slice(0, MIN_STEM_LENGTH))?.some((one) => areForms(one, word))
  return (other) => wordsOf(other).some(isKnown)
}

const wordsOf = (text: string): string[] =>
  [...words.segment(text.toLowerCase().replaceAll('’', "'"))]
    .filter(({ segment, isWordLike }) => isWordLike && !common.has(segment))
    .map(({ segment }) => segment)

/** Forms of one word share a prefix, except for an ending of up to three letters. */
function areForms(one: string, other: string): boolean {
  const alike = Math.max(MIN_STEM_LENGTH, one.length - 3, other.length - 3)
  return Math.min(one.length, other.length) >= alike && one.slice(0, alike) === other.slice(0, alike)
}
