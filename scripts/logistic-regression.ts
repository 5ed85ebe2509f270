import { STEPS, writeWeight, type LinearModelTable } from '../supabase/functions/growth-chat/understand/linear-model.ts'

export interface Example {
  readonly label: string
  /** `hashOf` its text. */
  readonly key: number
  readonly features: ReadonlyMap<number, number>
}

export interface Training {
  /** The class of a label. */
  readonly classOf: (label: string) => string
  /** Buckets of features. */
  readonly buckets: number
  /** Weights that are kept: the largest. Two characters each in the table. */
  readonly weights: number
  readonly epochs: number
  /** Last epochs whose weights are averaged. */
  readonly averaged: number
}

const RATE = 0.5

/** Weights by bucket and class. */
interface Model {
  readonly classes: readonly string[]
  readonly weights: Float64Array
}

/** Trained, cut to the largest weights so that the table stays small, and trained again with these alone. */
export function trainSmall(examples: readonly Example[], training: Training): LinearModelTable {
  const mask = pruned(train(examples, training), training).weights
  return written(train(examples, training, mask), training)
}

/** FNV-1a, mixed once more: texts that differ in their last letter are far from each other. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/**
 * An order of its own for each epoch, since what is learned last weighs more. It comes from the examples themselves: one
 * more example leaves the order of all others as it was.
 */
function ordered(examples: readonly Example[], epoch: number): readonly Example[] {
  const place = ({ key }: Example) => Math.imul(key, 2 * epoch * 0x9e3779b1 + 0x85ebca6b) >>> 0
  return examples
    .map((example) => ({ example, at: place(example) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ example }) => example)
}

/**
 * Multinomial logistic regression by stochastic gradient descent with AdaGrad. The weights are the average of those after
 * the last epochs: the last examples of a run weigh less, and a few more examples change fewer answers.
 * @param mask where weights may differ from zero; everywhere without it
 */
function train(
  examples: readonly Example[],
  { classOf, buckets, epochs, averaged }: Training,
  mask?: Float64Array,
): Model {
  const classes = [...new Set(examples.map(({ label }) => classOf(label)))].toSorted()
  const size = classes.length
  const [weights, sums] = [new Float64Array(buckets * size), new Float64Array(buckets * size)]
  const squares = new Float64Array(buckets * size).fill(1e-3)
  const scores = new Float64Array(size)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { label, features } of ordered(examples, epoch)) {
      const right = classes.indexOf(classOf(label))
      scores.fill(0)
      for (const [bucket, value] of features)
        for (let k = 0; k < size; k++) scores[k] = (scores[k] ?? 0) + (weights[bucket * size + k] ?? 0) * value
      const most = Math.max(...scores)
      const all = scores.reduce((sum, score) => sum + Math.exp(score - most), 0)
      for (let k = 0; k < size; k++) {
        const error = Math.exp((scores[k] ?? 0) - most) / all - (k === right ? 1 : 0)
        if (Math.abs(error) < 1e-3) continue
        for (const [bucket, value] of features) {
          const at = bucket * size + k
          if (mask && mask[at] === 0) continue
          const gradient = error * value
          squares[at] = (squares[at] ?? 0) + gradient * gradient
          weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(squares[at] ?? 1)
        }
      }
    }
    if (epoch >= epochs - averaged) for (const [at, weight] of weights.entries()) sums[at] = (sums[at] ?? 0) + weight
  }
  return { classes, weights: sums.map((sum) => sum / averaged) }
}

function pruned({ classes, weights }: Model, { weights: kept }: Training): Model {
  const least = weights.map(Math.abs).toSorted().at(-kept) ?? 0
  return { classes, weights: weights.map((weight) => (Math.abs(weight) < least ? 0 : weight)) }
}

function written({ classes, weights }: Model, { buckets }: Training): LinearModelTable {
  const scale = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0)
  const rows = Array.from({ length: buckets }, (_, bucket) =>
    classes
      .map((_class, k) => {
        const step = Math.round(((weights[bucket * classes.length + k] ?? 0) / scale) * STEPS)
        return step === 0 ? '' : writeWeight(k, step)
      })
      .join(''),
  )
  return { classes, scale: Number(scale.toFixed(4)), weights: rows.join(' ') }
}
