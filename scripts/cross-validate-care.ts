/**
 * How right the care classifier is on examples that it was not trained with, for thresholds of danger and of care: one row
 * each. Figures of decision 43 come from here.
 */
import { readCare, type CareShares } from '../supabase/functions/growth-chat/care/care.ts'
import { dangerSaid } from '../supabase/functions/growth-chat/care/danger-phrases.ts'
import { linearModel } from '../supabase/functions/growth-chat/understand/linear-model.ts'
import { careOf, pairsOf, trainCare } from './care-training.ts'
import { hashOf } from './logistic-regression.ts'
import { readRows, type Row } from './training-examples.ts'

const FOLDS = 5
const THRESHOLDS = [0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9]

interface Tried extends CareShares {
  readonly group: string
  readonly said: boolean
}

const groupOf = (label: string): string => {
  const care = careOf(label)
  if (care === 'none') return 'business'
  return care === 'crisis' || care === 'emergency' ? 'danger' : 'distress'
}

const rows = readRows()
const tried = Array.from({ length: FOLDS }, (_, fold) => {
  const model = linearModel(trainCare(rows.filter(([, text]) => hashOf(text) % FOLDS !== fold)))
  const left = rows.filter(([, text]) => hashOf(text) % FOLDS === fold)
  const tryAll = (some: readonly Row[], suffix: string): Tried[] =>
    some.map(([label, text]) => ({
      group: groupOf(label) + suffix,
      said: dangerSaid(text) !== undefined,
      ...readCare(text, model),
    }))
  return [...tryAll(left, ''), ...tryAll(pairsOf(left, 99), ' in pairs')]
}).flat()

const groups = [...new Set(tried.map(({ group }) => group))]
  .toSorted()
  .map((group) => ({ group, all: tried.filter((one) => one.group === group) }))
const table = (name: string, isFound: (one: Tried, threshold: number) => boolean) => {
  console.log(`${name} from   ${groups.map(({ group, all }) => `${group} (${all.length})`).join('   ')}`)
  for (const threshold of THRESHOLDS) {
    const shares = groups.map(({ all }) => all.filter((one) => isFound(one, threshold)).length / all.length)
    console.log(`${threshold}   ${shares.map((share) => `${(100 * share).toFixed(1)}%`).join('   ')}`)
  }
}
table('danger', ({ danger }, threshold) => danger >= threshold)
table('danger with phrases', ({ danger, said }, threshold) => said || danger >= threshold)
table('care', ({ care }, threshold) => care >= threshold)
