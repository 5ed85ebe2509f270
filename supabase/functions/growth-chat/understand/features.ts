/** Buckets that features are hashed into: their names need no room in the table. */
export const BUCKETS = 1 << 14

/** FNV-1a. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % BUCKETS
}

/** Letters of the pieces of words: what misspellings and forms of a word share. */
const PIECES = [3, 4] as const
const WEIGHTS = { word: 1, pair: 0.7, piece: 0.35, start: 0.5 } as const

/**
 * The features of a message: its words, pairs of words, pieces of words, and how it begins.
 * @param words of the message, with names, spans and amounts replaced by their slots (`{loop}`, `{span}`, `{money}`)
 * @param concepts that the words stand for
 * @returns buckets and their values
 */
export function featuresOf(words: readonly string[], concepts: Iterable<string>): ReadonlyMap<number, number> {
  const features = new Map<number, number>()
  const add = (feature: string, weight: number) => {
    const bucket = bucketOf(feature)
    features.set(bucket, (features.get(bucket) ?? 0) + weight)
  }
  const padded = ['^', ...words, '$']
  for (const [at, word] of padded.entries()) {
    if (at > 0 && at < padded.length - 1) add(`w ${word}`, WEIGHTS.word)
    if (at > 0) add(`p ${padded[at - 1]} ${word}`, WEIGHTS.pair)
    if (word.startsWith('{') || word.length < 4) continue
    const bounded = `<${word}>`
    for (const size of PIECES)
      for (let from = 0; from + size <= bounded.length; from++) add(bounded.slice(from, from + size), WEIGHTS.piece)
  }
  for (const concept of concepts) add(`c ${concept}`, WEIGHTS.word)
  add(`s ${words.slice(0, 2).join(' ')}`, WEIGHTS.start)
  add(`n ${Math.min(words.length, 6)}`, WEIGHTS.start)
  const norm = Math.sqrt([...features.values()].reduce((sum, value) => sum + value * value, 0)) || 1
  for (const [bucket, value] of features) features.set(bucket, value / norm)
  return features
}
