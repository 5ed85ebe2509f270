/**
 * Trains the classifier of the co-founder's questions from `evaluation/train/*.tsv` (label, tab, question), and writes the
 * words that its spelling leaves alone. `--check` writes nothing, and fails when the files are not what the examples say.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { BUCKETS, featuresOf } from '../supabase/functions/growth-chat/understand/features.ts'
import type { LinearModelTable } from '../supabase/functions/growth-chat/understand/linear-model.ts'
import { careOf, trainCare } from './care-training.ts'
import { hashOf, trainSmall, type Example } from './logistic-regression.ts'
import { exampleFiles, readRows, type Row } from './training-examples.ts'

const TABLE = 'supabase/functions/growth-chat/understand/classifier.json'
const WORDS = 'supabase/functions/growth-chat/understand/words.json'
/** Examples that a word must occur in to be no misspelling. */
const MIN_EXAMPLES = 3
/** Spans of time in the examples are read as of this day: any day gives the same slots. */
const TODAY = '2026-06-17'
/** Weights of each head: about 80 KB. */
const WEIGHTS = 38_000

function frequentWords(texts: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const text of texts) {
    const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    for (const word of new Set(plain.match(/(?<![\p{L}{])\p{L}{4,}(?![\p{L}}])/gu)))
      times.set(word, (times.get(word) ?? 0) + 1)
  }
  return [...times].flatMap(([word, many]) => (many >= MIN_EXAMPLES ? [word] : [])).toSorted()
}

/** Training examples for the heads of subjects and operations: care has a head of its own. */
async function readExamples(rows: readonly Row[]): Promise<Example[]> {
  // `entities.ts` imports the words, which have to be written by then.
  const { entitiesIn } = await import('../supabase/functions/growth-chat/understand/entities.ts')
  return rows
    .filter(([label]) => label.includes('.') && careOf(label) === 'none')
    .map(([label, text]) => {
      const { readings, concepts } = entitiesIn(text, undefined, TODAY)
      return { label, key: hashOf(text), features: featuresOf(readings[0] ?? [], concepts) }
    })
}

const subjectOf = (label: string): string => label.split('.')[0] ?? ''
const operationOf = (label: string): string => label.split('.')[1] ?? ''

type Tables = Readonly<Record<'subjects' | 'operations' | 'care', LinearModelTable>>
interface Digests {
  /** Of every file that training reads or runs, and of the tables. */
  readonly sources: string
  /** Of the features of all examples, of the programs that train, and of the tables. */
  readonly features: string
}

const sha256 = (parts: Iterable<string>): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

const tablesAsText = ({ subjects, operations, care }: Tables): string => JSON.stringify([subjects, operations, care])

/** A program and all files of this repository that it imports. */
function sourcesOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || file.endsWith('classifier.json')) return found
  found.add(file)
  for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
    sourcesOf(join(dirname(file), imported), found)
  return found
}

const sourcesDigest = (tables: Tables): string => {
  const files = [...sourcesOf(fileURLToPath(import.meta.url)), ...exampleFiles(), 'package-lock.json']
  return sha256([...files.map((file) => readFileSync(file, 'utf8')), tablesAsText(tables)])
}

async function featuresDigest(rows: readonly Row[], tables: Tables): Promise<string> {
  const programs = ['care-training.ts', 'logistic-regression.ts', 'train-classifier.ts', 'training-examples.ts']
  const { careFeatures } = await import('../supabase/functions/growth-chat/care/care-features.ts')
  const examples = [
    ...(await readExamples(rows)),
    ...rows.map(([label, text]): Example => ({ label, key: hashOf(text), features: careFeatures(text) })),
  ]
  return sha256([
    ...programs.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')),
    ...examples.map(({ label, key, features }) => JSON.stringify([label, key, ...features])),
    tablesAsText(tables),
  ])
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Training takes a minute, and reading all examples takes ten seconds: neither is needed while no file has changed. */
async function check(): Promise<boolean> {
  const table = readJson(TABLE) as Tables & { readonly digests?: Digests }
  if (table.digests?.sources === sourcesDigest(table)) return true
  const rows = readRows()
  if (!isDeepStrictEqual(readJson(WORDS), frequentWords(rows.map(([, text]) => text)))) return false
  return table.digests?.features === (await featuresDigest(rows, table))
}

async function write(): Promise<void> {
  const rows = readRows()
  const words = frequentWords(rows.map(([, text]) => text))
  if (!isDeepStrictEqual(readJson(WORDS), words)) writeFileSync(WORDS, `${JSON.stringify(words, null, 2)}\n`)
  const examples = await readExamples(rows)
  const training = { buckets: BUCKETS, weights: WEIGHTS, epochs: 11, averaged: 3 }
  const tables: Tables = {
    subjects: trainSmall(examples, { ...training, classOf: subjectOf }),
    operations: trainSmall(examples, { ...training, classOf: operationOf }),
    care: trainCare(rows),
  }
  const digests: Digests = { sources: sourcesDigest(tables), features: await featuresDigest(rows, tables) }
  const written = JSON.stringify({ ...tables, digests })
  writeFileSync(TABLE, `${written}\n`)
  console.log(`${rows.length} examples, ${words.length} words, ${written.length} bytes`)
}

if (!process.argv.includes('--check')) await write()
else if (!(await check())) {
  console.error('The classifier is not what its examples say: run `npm run train`.')
  process.exitCode = 1
}
