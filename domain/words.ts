/** Stop words, besides all words shorter than four letters. */
const STOP_WORDS = new Set(
  `about above after again against almost also always another because been before being below between both cannot
  could does doing done down during each even every five four first from getting gets give goes going have having here into just
  keep know last less like made make many maybe month months more most much must need needs never next nobody nothing once only other
  over same should since some someone something still such take than that their them then there these they thing things
  this those three through time today together until very want wants week weeks well went were what when where which
  while will with within without work working would your`.split(/\s+/),
)

/** The subjects of a text: its words in lower case and singular, once each. */
export function subjectWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  return [...new Set(words.filter((word) => !STOP_WORDS.has(word)).map(singular))]
}

/** The subjects that two texts share. */
export function sharedWords(a: string, b: string): string[] {
  const words = new Set(subjectWords(b))
  return subjectWords(a).filter((word) => words.has(word))
}

/** Subjects of more than one text, the most frequent first. */
export function repeatedWords(texts: readonly string[]): { readonly word: string; readonly times: number }[] {
  const times = new Map<string, number>()
  for (const word of texts.flatMap(subjectWords)) times.set(word, (times.get(word) ?? 0) + 1)
  return [...times]
    .filter(([, count]) => count > 1)
    .map(([word, count]) => ({ word, times: count }))
    .toSorted((a, b) => b.times - a.times)
}

const singular = (word: string): string => (word.length > 4 ? word.replace(/(?<!s)s$/, '') : word)
