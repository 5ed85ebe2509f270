/** Stop words, and those that say how much or how far something is, not what. */
const common = new Set(
  `a about after again all also am an and any are as at be been before but by can do does done for from get had has have i
  if in into is it its last less lot lots me month more most much my new next no not now of off on one or our out over so
  some still than that the their them then there they this to today too two up us very was we week weeks were what when
  which who will with you your
  one three four five six seven eight nine ten eleven twelve twenty hundred first second third half
  begin began begun finish finished get getting go going make made start started try tried keep kept`.split(/\s+/),
)

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Letters that forms of one word share at least. */
const MIN_STEM_LENGTH = 4

/**
 * Prepares one text to be compared with others.
 * @param atLeast as many of its significant words; all of them when it has fewer
 * @returns whether they are in the other text too, in any form: "demo" and "demos", "pricing" and "prices"
 */
export function wordsInCommonWith(text: string, atLeast = 1): (other: string) => boolean {
  const known = new Set(wordsOf(text))
  const byBeginning = new Map<string, string[]>()
  for (const word of known) {
    const beginning = word.slice(0, MIN_STEM_LENGTH)
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), word])
  }
  const knownForm = (word: string) =>
    known.has(word) ? word : byBeginning.get(word.slice(0, MIN_STEM_LENGTH))?.find((one) => areForms(one, word))
  const needed = Math.max(1, Math.min(atLeast, known.size))
  return (other) => new Set(wordsOf(other).flatMap((word) => knownForm(word) ?? [])).size >= needed
}

const wordsOf = (text: string): string[] =>
  [...words.segment(text.toLowerCase().replaceAll('’', "'"))]
    .filter(({ segment, isWordLike }) => isWordLike && !common.has(segment) && !/^\d+$/.test(segment))
    .map(({ segment }) => segment)

/** Forms of one word share a prefix, except for an ending of up to three letters. */
function areForms(one: string, other: string): boolean {
  const alike = Math.max(MIN_STEM_LENGTH, one.length - 3, other.length - 3)
  return Math.min(one.length, other.length) >= alike && one.slice(0, alike) === other.slice(0, alike)
}
