import table from './classifier.json' with { type: 'json' }
import { BUCKETS, featuresOf } from './features.ts'

/** How sure the classifier is of each subject and of each operation: natural logarithms of probabilities. */
export interface Scores {
  readonly subjects: ReadonlyMap<string, number>
  readonly operations: ReadonlyMap<string, number>
}

/**
 * A linear classifier (multinomial logistic regression), trained from labelled questions by `scripts/train-classifier.ts`.
 * Weights are written as pairs of characters: the class and the weight, both from `FIRST` on.
 */
export interface ClassifierTable {
  readonly classes: readonly string[]
  /** The largest weight: written weights are shares of it. */
  readonly scale: number
  /** Of the buckets of features, in their order, separated by spaces. */
  readonly weights: string
}

const FIRST = 35
/** Written weights are -STEPS..STEPS. */
export const STEPS = 44

export const writeWeight = (index: number, step: number): string =>
  String.fromCharCode(FIRST + index + (FIRST + index >= 92 ? 1 : 0)) +
  String.fromCharCode(FIRST + STEPS + step + (FIRST + STEPS + step >= 92 ? 1 : 0))
const readCode = (code: number): number => code - FIRST - (code > 92 ? 1 : 0)

/** Unpacked once: a matrix of buckets × classes. */
function unpack({ classes, scale, weights }: ClassifierTable): Float32Array {
  const matrix = new Float32Array(BUCKETS * classes.length)
  for (const [bucket, written] of weights.split(' ').entries())
    for (let at = 0; at < written.length; at += 2) {
      const index = bucket * classes.length + readCode(written.charCodeAt(at))
      matrix[index] = ((readCode(written.charCodeAt(at + 1)) - STEPS) / STEPS) * scale
    }
  return matrix
}

const heads = { subjects: table.subjects, operations: table.operations } as const
let matrices: Readonly<Record<keyof typeof heads, Float32Array>> | undefined

/** @param words of the message with slots, as `entitiesIn` reads them */
export function classify(words: readonly string[], concepts: Iterable<string>): Scores {
  matrices ??= { subjects: unpack(heads.subjects), operations: unpack(heads.operations) }
  const features = featuresOf(words, concepts)
  return {
    subjects: scored(heads.subjects.classes, matrices.subjects, features),
    operations: scored(heads.operations.classes, matrices.operations, features),
  }
}

function scored(classes: readonly string[], matrix: Float32Array, features: ReadonlyMap<number, number>) {
  const sums = classes.map(() => 0)
  for (const [bucket, value] of features)
    for (let index = 0; index < sums.length; index++)
      sums[index] = (sums[index] ?? 0) + (matrix[bucket * sums.length + index] ?? 0) * value
  const most = Math.max(...sums)
  const normal = most + Math.log(sums.reduce((all, sum) => all + Math.exp(sum - most), 0))
  return new Map(classes.map((name, index) => [name, (sums[index] ?? 0) - normal]))
}
