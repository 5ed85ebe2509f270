import { careAnswer } from '../supabase/functions/growth-chat/care/care-answer.ts'
import type { Care } from '../supabase/functions/growth-chat/care/care.ts'
import type { CareMessage, JudgedSet } from './judged.ts'
import { markdownTable } from './table.ts'

const CARES = ['crisis', 'emergency', 'low', 'panic', 'loss', 'quarrel'] as const satisfies readonly Care[]

/** Danger to life and distress have different answers; which kind of distress it is matters less. */
type Need = 'danger' | 'distress' | 'business'

const needOf = (care: string | undefined): Need =>
  care === undefined ? 'business' : care === 'crisis' || care === 'emergency' ? 'danger' : 'distress'

/** The need that an answer was written for, by the sentence that such answers begin with. */
export const needIn = (answer: string): Need =>
  needOf(CARES.find((care) => answer.startsWith(careAnswer(care, undefined).split('\n')[0] ?? '')))

/** A message of a set, and what its answer took it for. */
export interface Cared extends CareMessage {
  readonly found: Need
}

/** Table of recognised needs, and of business messages taken for more; a column for each set. */
export function careTable(sets: readonly JudgedSet<Cared>[]): string {
  const row = (title: string, need: Need, found: Need) => [
    title,
    ...sets.map(({ lines }) => {
      const all = lines.filter((line) => needOf(line.need) === need)
      return `${all.filter((line) => line.found === found).length} of ${all.length}`
    }),
  ]
  return markdownTable(
    ['messages', ...sets.map(({ name }) => name)],
    [
      row('danger to life: found', 'danger', 'danger'),
      row('distress: found', 'distress', 'distress'),
      row('business: taken for distress', 'business', 'distress'),
      row('business: taken for danger', 'business', 'danger'),
    ],
  )
}
