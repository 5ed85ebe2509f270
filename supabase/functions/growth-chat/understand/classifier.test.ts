import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TODAY } from '../../_shared/founder-context-sample.ts'
import { DISTRESS } from '../care/care.ts'
import { allIntents } from '../query.ts'
import { candidatesOf } from './choose.ts'
import { classify } from './classifier.ts'
import { entitiesIn } from './entities.ts'

const FOLDER = 'evaluation/train'
const examples = readdirSync(FOLDER)
  .toSorted()
  .flatMap((file) => readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n'))
  .flatMap((line) => {
    const [label = '', question = ''] = line.split('\t')
    return question ? [{ label, question }] : []
  })

/** The same ones each time. */
function sampled<Item>(items: readonly Item[], many: number): Item[] {
  let seed = 42
  return Array.from({ length: many }, () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return items[seed % items.length] as Item
  })
}

test('every example has a label that there is', () => {
  const known: ReadonlySet<string> = new Set([
    'none',
    ...allIntents,
    ...['crisis', 'emergency', ...DISTRESS].map((care) => `care.${care}`),
  ])
  expect(examples.filter(({ label }) => !known.has(label)).map(({ label }) => label)).toEqual([])
})

test('at least 93% of 300 labelled questions are read as labelled', () => {
  // `none` is business for the head of care alone.
  const questions = examples.filter(({ label }) => label.includes('.') && !label.startsWith('care.'))
  const wrong = sampled(questions, 300).filter(({ label, question }) => {
    const { readings, concepts } = entitiesIn(question, undefined, TODAY)
    const scores = classify(readings[0] ?? [], concepts)
    const best = (of: ReadonlyMap<string, number>) => [...of].toSorted((a, b) => b[1] - a[1])[0]?.[0]
    return `${best(scores.subjects)}.${best(scores.operations)}` !== label
  })
  expect(wrong.length).toBeLessThanOrEqual(20)
})

test('scores are probabilities', () => {
  for (const text of ['how many demos', '', 'asdf', '{loop} {span}']) {
    const { subjects, operations } = classify(text.split(' '), [])
    for (const scores of [subjects, operations])
      expect([...scores.values()].reduce((sum, score) => sum + Math.exp(score), 0)).toBeCloseTo(1, 6)
  }
})

test('any message has readings, the most likely first, with shares of one whole', () => {
  for (const text of ['', '?', 'how many demos in february', 'a'.repeat(500), '🦔 ❤️', '<b>']) {
    const shares = candidatesOf(entitiesIn(text, undefined, TODAY), false).map(({ share }) => share)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6)
  }
})
