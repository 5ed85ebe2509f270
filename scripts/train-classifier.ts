// Trains the classifier of the co-founder's questions from `evaluation/train/*.tsv`: label, tab, question.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEPS, writeWeight, type ClassifierTable } from '../supabase/functions/growth-chat/understand/classifier.ts'
import { entitiesIn } from '../supabase/functions/growth-chat/understand/entities.ts'
import { BUCKETS, featuresOf } from '../supabase/functions/growth-chat/understand/features.ts'

const EXAMPLES = 'evaluation/train'
const TABLE = 'supabase/functions/growth-chat/understand/classifier.json'
/** Spans of time in the examples are read as of this day: any day gives the same slots. */
const TODAY = '2026-06-17'
const EPOCHS = 8
const RATE = 0.5
/** Weights of each head: about 80 KB. */
const WEIGHTS = 38_000

interface Example {
  readonly label: string
  readonly features: ReadonlyMap<number, number>
}

function readExamples(folder = EXAMPLES): Example[] {
  const lines = readdirSync(folder)
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const examples = lines
    .filter((line) => line.includes('\t'))
    .map((line) => {
      const [label = '', text = ''] = line.split('\t')
      const { readings, concepts } = entitiesIn(text, undefined, TODAY)
      return { label, features: featuresOf(readings[0] ?? [], concepts) }
    })
  return shuffled(examples)
}

/** The same order each time. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const result = [...items]
  let seed = 7
  for (let at = result.length - 1; at > 0; at--) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    const other = seed % (at + 1)
    ;[result[at], result[other]] = [result[other] as Item, result[at] as Item]
  }
  return result
}

/** Weights by bucket and class. */
interface Model {
  readonly classes: readonly string[]
  readonly weights: Float64Array
}

/**
 * Multinomial logistic regression by stochastic gradient descent with AdaGrad.
 * @param mask where weights may differ from zero; everywhere without it
 */
function train(examples: readonly Example[], classOf: (label: string) => string, mask?: Float64Array): Model {
  const classes = [...new Set(examples.map(({ label }) => classOf(label)))].toSorted()
  const size = classes.length
  const [weights, squares] = [new Float64Array(BUCKETS * size), new Float64Array(BUCKETS * size).fill(1e-3)]
  const scores = new Float64Array(size)
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const { label, features } of examples) {
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
  return { classes, weights }
}

/** Only the largest weights, so that the table stays small. */
function pruned({ classes, weights }: Model): Model {
  const least = weights.map(Math.abs).toSorted().at(-WEIGHTS) ?? 0
  return { classes, weights: weights.map((weight) => (Math.abs(weight) < least ? 0 : weight)) }
}

/** Trained, cut to the largest weights, and trained again with these alone. */
function trainSmall(examples: readonly Example[], classOf: (label: string) => string): ClassifierTable {
  const mask = pruned(train(examples, classOf)).weights
  return written(train(examples, classOf, mask))
}

function written({ classes, weights }: Model): ClassifierTable {
  const scale = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0)
  const rows = Array.from({ length: BUCKETS }, (_, bucket) =>
    classes
      .map((_class, k) => {
        const step = Math.round(((weights[bucket * classes.length + k] ?? 0) / scale) * STEPS)
        return step === 0 ? '' : writeWeight(k, step)
      })
      .join(''),
  )
  return { classes, scale: Number(scale.toFixed(4)), weights: rows.join(' ') }
}

const subjectOf = (label: string): string => label.split('.')[0] ?? ''
const operationOf = (label: string): string => label.split('.')[1] ?? ''

if (process.argv[1]?.endsWith('train-classifier.ts')) {
  const examples = readExamples()
  const tables = { subjects: trainSmall(examples, subjectOf), operations: trainSmall(examples, operationOf) }
  writeFileSync(TABLE, `${JSON.stringify(tables)}\n`)
  console.log(`${examples.length} examples, ${JSON.stringify(tables).length} bytes`)
}
