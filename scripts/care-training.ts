import { CARE_BUCKETS, careFeatures, sentencesOf } from '../supabase/functions/growth-chat/care/care-features.ts'
import { hashOf, trainSmall, type Example } from './logistic-regression.ts'
import type { Row } from './training-examples.ts'

export const careOf = (label: string): string => (label.startsWith('care.') ? label.slice('care.'.length) : 'none')

/** Separators between two messages that are joined into one. */
const JOINTS = ['. ', ', ', ' ', ' and ', '? ', ' - ', '. also ', ' but ']
/** Pairs of business messages for each message of care: long messages are mostly business. */
const BUSINESS_PAIRS = 3

/**
 * Messages made of two: the examples are short, and people write of danger in the middle of something else.
 * @param seed other pairs for another seed. One more example leaves nearly all pairs as they were.
 * @returns each message of care together with business, and three times as many pairs of business
 */
export function pairsOf(rows: readonly Row[], seed: number): readonly Row[] {
  const business = rows
    .filter(([label]) => careOf(label) === 'none')
    .map((row) => ({ row, key: hashOf(row[1]) }))
    .toSorted((a, b) => a.key - b.key)
  const chosen = (name: string): Row => business[firstFrom(business, hashOf(name))]?.row ?? ['', '']
  return rows.flatMap(([label, text]) => {
    if (careOf(label) === 'none') return []
    const joint = JOINTS[hashOf(`joint ${seed} ${text}`) % JOINTS.length] ?? ''
    const [, other] = chosen(`beside ${seed} ${text}`)
    const both = hashOf(`order ${seed} ${text}`) % 2 === 0 ? text + joint + other : other + joint + text
    const pairs = Array.from({ length: BUSINESS_PAIRS }, (_, at): Row => {
      const [first, second] = [chosen(`first ${at} ${seed} ${text}`), chosen(`second ${at} ${seed} ${text}`)]
      return [first[0], first[1] + joint + second[1]]
    })
    return [[label, both], ...pairs]
  })
}

/** The place of the first key that is not below the wanted one; the first of all after the last. */
function firstFrom(sorted: readonly { readonly key: number }[], wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.key ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low === sorted.length ? 0 : low
}

/** The sentences of business are business; of a message of care, one sentence may be. */
const businessSentences = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap(([label, text]) =>
    careOf(label) === 'none' ? sentencesOf(text).map((sentence): Row => [label, sentence]) : [],
  )

/** Weights that are kept: about 56 KB. A third of them missed about six in a hundred messages of danger more. */
const WEIGHTS = 20_000

export function trainCare(rows: readonly Row[]) {
  const all = [...rows, ...businessSentences(rows), ...pairsOf(rows, 11), ...pairsOf(rows, 12)]
  const examples = all.map(([label, text]): Example => ({ label, key: hashOf(text), features: careFeatures(text) }))
  return trainSmall(examples, { classOf: careOf, buckets: CARE_BUCKETS, weights: WEIGHTS, epochs: 8, averaged: 6 })
}
