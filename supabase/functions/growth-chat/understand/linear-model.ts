/**
 * A linear model (multinomial logistic regression) as `scripts/train-classifier.ts` writes it.
 * Weights are written as pairs of characters: the class and the weight, both from `FIRST` on.
 */
export interface LinearModelTable {
  readonly classes: readonly string[]
  /** The largest weight: written weights are shares of it. */
  readonly scale: number
  /** Weights of the buckets of features, in their order, separated by spaces. */
  readonly weights: string
}

const FIRST = 35
/** Written weights are -STEPS..STEPS. */
export const STEPS = 44

export const writeWeight = (index: number, step: number): string =>
  String.fromCharCode(FIRST + index + (FIRST + index >= 92 ? 1 : 0)) +
  String.fromCharCode(FIRST + STEPS + step + (FIRST + STEPS + step >= 92 ? 1 : 0))
const readCode = (code: number): number => code - FIRST - (code > 92 ? 1 : 0)

/** A matrix of buckets × classes. */
function unpack({ classes, scale, weights }: LinearModelTable): Float32Array {
  const buckets = weights.split(' ')
  const matrix = new Float32Array(buckets.length * classes.length)
  for (const [bucket, written] of buckets.entries())
    for (let at = 0; at < written.length; at += 2) {
      const index = bucket * classes.length + readCode(written.charCodeAt(at))
      matrix[index] = ((readCode(written.charCodeAt(at + 1)) - STEPS) / STEPS) * scale
    }
  return matrix
}

/**
 * Unpacks a table at the first question.
 * @returns natural logarithms of the probabilities of all classes, by the features of a message
 */
export function linearModel(
  table: LinearModelTable,
): (features: ReadonlyMap<number, number>) => ReadonlyMap<string, number> {
  const { classes } = table
  let matrix: Float32Array | undefined
  return (features) => {
    matrix ??= unpack(table)
    const sums = classes.map(() => 0)
    for (const [bucket, value] of features)
      for (let index = 0; index < sums.length; index++)
        sums[index] = (sums[index] ?? 0) + (matrix[bucket * sums.length + index] ?? 0) * value
    const most = Math.max(...sums)
    const normal = most + Math.log(sums.reduce((all, sum) => all + Math.exp(sum - most), 0))
    return new Map(classes.map((name, index) => [name, (sums[index] ?? 0) - normal]))
  }
}
