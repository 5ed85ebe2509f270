/** Stop words, besides all words shorter than four letters. */
const STOP_WORDS = new Set(
  `about above after again against almost also always another because been before being below between both cannot
  could does doing done down during each even every five four first from getting gets give goes going have having here into just
  keep know last less like made make many maybe month months more most much must need needs never next nobody nothing once only other
  over same should since some someone something still such take than that their them then there these they thing things
  this those three through time today together until very want wants week weeks well went were what when where which
  while will with within without work working would your`.split(/\s+/),
)

/** A word without its plural, to know it again; it may be none that anybody writes ("statu"). */
const keyOf = (word: string): string => {
  const lower = word.toLowerCase()
  return lower.length > 4 ? lower.replace(/(?<!s)s$/, '') : lower
}

/** The subjects of a text, as each is written first, by their keys. */
function subjectsOf(text: string): ReadonlyMap<string, string> {
  const subjects = new Map<string, string>()
  for (const word of text.match(/\p{L}{4,}/gu) ?? []) {
    if (!STOP_WORDS.has(word.toLowerCase()) && !subjects.has(keyOf(word))) subjects.set(keyOf(word), word)
  }
  return subjects
}

/** The keys of the subjects of a text, once each. */
export const subjectWords = (text: string): string[] => [...subjectsOf(text).keys()]

/** A subject of more than one text. */
export interface RepeatedWord {
  /** As it is written first. */
  readonly word: string
  /** The indexes of the texts that have it. */
  readonly texts: readonly number[]
}

/** Subjects of more than one text, the most frequent first. */
export function repeatedWords(texts: readonly string[]): readonly RepeatedWord[] {
  const found = new Map<string, { word: string; texts: number[] }>()
  for (const [index, text] of texts.entries()) {
    for (const [key, word] of subjectsOf(text)) {
      const before = found.get(key)
      if (before) before.texts.push(index)
      else found.set(key, { word, texts: [index] })
    }
  }
  return [...found.values()]
    .filter((subject) => subject.texts.length > 1)
    .toSorted((a, b) => b.texts.length - a.texts.length)
}
