/**
 * Trains the classifier of the co-founder's questions from `evaluation/train/*.tsv` (label, tab, question), and writes the
 * words that its spelling leaves alone. `--check` writes nothing, and fails when the files are not what the examples say.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { STEPS, writeWeight, type ClassifierTable } from '../supabase/functions/growth-chat/understand/classifier.ts'
import { BUCKETS, featuresOf } from '../supabase/functions/growth-chat/understand/features.ts'

const EXAMPLES = 'evaluation/train'
const TABLE = 'supabase/functions/growth-chat/understand/classifier.json'
const WORDS = 'supabase/functions/growth-chat/understand/words.json'
/** Examples that a word must occur in to be no misspelling. */
const MIN_EXAMPLES = 3
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

/** Labels and questions. */
const readRows = (folder = EXAMPLES): (readonly [label: string, text: string])[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.includes('\t'))
    .map((line) => {
      const [label = '', text = ''] = line.split('\t')
      return [label, text]
    })

function frequentWords(texts: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const text of texts) {
    const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    for (const word of new Set(plain.match(/(?<![\p{L}{])\p{L}{4,}(?![\p{L}}])/gu)))
      times.set(word, (times.get(word) ?? 0) + 1)
  }
  return [...times].flatMap(([word, many]) => (many >= MIN_EXAMPLES ? [word] : [])).toSorted()
}

async function readExamples(rows: readonly (readonly [label: string, text: string])[]): Promise<Example[]> {
  // It imports the words, which have to be written by then.
  const { entitiesIn } = await import('../supabase/functions/growth-chat/understand/entities.ts')
  return shuffled(
    rows.map(([label, text]) => {
      const { readings, concepts } = entitiesIn(text, undefined, TODAY)
      return { label, features: featuresOf(readings[0] ?? [], concepts) }
    }),
  )
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

type Tables = Readonly<Record<'subjects' | 'operations', ClassifierTable>>

/** Of all that a table comes from, and of the table: training takes half a minute, comparing this takes seconds. */
function digestOf(examples: readonly Example[], { subjects, operations }: Tables): string {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)))
  for (const { label, features } of examples) hash.update(JSON.stringify([label, ...features]))
  return hash.update(JSON.stringify([subjects, operations])).digest('hex')
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

async function check(): Promise<boolean> {
  const rows = readRows()
  if (!isDeepStrictEqual(readJson(WORDS), frequentWords(rows.map(([, text]) => text)))) return false
  const table = readJson(TABLE) as Tables & { readonly digest?: string }
  return table.digest === digestOf(await readExamples(rows), table)
}

async function write(): Promise<void> {
  const rows = readRows()
  const words = frequentWords(rows.map(([, text]) => text))
  if (!isDeepStrictEqual(readJson(WORDS), words)) writeFileSync(WORDS, `${JSON.stringify(words, null, 2)}\n`)
  const examples = await readExamples(rows)
  const tables = { subjects: trainSmall(examples, subjectOf), operations: trainSmall(examples, operationOf) }
  const written = JSON.stringify({ ...tables, digest: digestOf(examples, tables) })
  writeFileSync(TABLE, `${written}\n`)
  console.log(`${examples.length} examples, ${words.length} words, ${written.length} bytes`)
}

if (!process.argv.includes('--check')) await write()
else if (!(await check())) {
  console.error('The classifier is not what its examples say: run `npm run train`.')
  process.exitCode = 1
}
