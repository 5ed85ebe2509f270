import type { Json } from '../../../../domain/database.types.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { LOOP_COUNTS, type LoopCount } from '../../../../domain/traction.ts'
import type { Recognised } from './columns.ts'
import { problems } from './import-texts.ts'
import { refuseRepeated, type Draft } from './drafts.ts'
import type { Answers, Question } from './prepare-types.ts'

/** Loops in one file; the database refuses more. */
const MAX_LOOPS = 50

/** The columns with numbers of loops: of a total, and of a gain. */
export const COUNT_FIELDS: Readonly<Record<string, LoopCount>> = {
  conversions: 'conversions',
  demos: 'demos',
  messages: 'messages',
  gain: 'conversions',
  demosGain: 'demos',
  messagesGain: 'messages',
}

export const GAINS = ['gain', 'demosGain', 'messagesGain']

/** Names of columns that can have only totals. */
const TOTALS = /total|cumulative/

/**
 * Makes totals of all lines of loops, which are in any order. A file with both has the totals; one whose columns say neither is asked
 * about.
 */
export function addUp(
  file: Recognised,
  drafts: readonly Draft[],
  answers: Answers,
  questions: Map<Question, string>,
): void {
  const totals = LOOP_COUNTS.filter(({ id }) => file.places.has(id)).map(({ id }) => id)
  const isOpen =
    totals.length > 0 &&
    !GAINS.some((field) => file.places.has(field)) &&
    !TOTALS.test(file.names.get('conversions') ?? '')
  if (isOpen) {
    questions.set('counts', totals.map((field) => file.names.get(field)).join(', '))
    if (!answers.counts) for (const { cells } of drafts) cells.refuse(problems.openMeaning, true)
  }
  const isGain = isOpen ? answers.counts === 'gain' : totals.length === 0
  const fields = isGain && totals.length === 0 ? GAINS : totals
  refuseRepeated(
    drafts,
    ({ loop, day }) => (loop && day ? `${keyOf(loop)} ${JSON.stringify(day)}` : undefined),
    problems.samePoint,
  )
  const counts = new Map<string, Record<LoopCount, number>>()
  const inTime = drafts.toSorted((one, other) =>
    String(one.written.record['day']) < String(other.written.record['day']) ? -1 : 1,
  )
  for (const { cells, written } of inTime) {
    const key = keyOf(written.record['loop'])
    if (!counts.has(key) && counts.size >= MAX_LOOPS) cells.refuse(problems.tooManyLoops)
    const now = { ...(counts.get(key) ?? { conversions: 0, demos: 0, messages: 0 }) }
    for (const field of fields) {
      const number = written.record[field]
      const count = COUNT_FIELDS[field]
      // An empty cell is no change.
      if (typeof number === 'number' && count) now[count] = isGain ? now[count] + number : number
    }
    counts.set(key, now)
    for (const field of Object.keys(COUNT_FIELDS)) delete written.record[field]
    if (Math.min(...Object.values(now)) < 0) cells.refuse(problems.belowZero)
    Object.assign(written.record, now, isGain && { is_from_zero: true })
    const shown = LOOP_COUNTS.filter(({ id }) => now[id] !== 0).map(({ id }) => `${formatCount(now[id])} ${id}`)
    written.text += `: ${shown.join(', ') || '0'} in all`
  }
}

/** A name as the database compares it (`private.one_line`). */
const keyOf = (name: Json | undefined): string =>
  typeof name === 'string'
    ? name
        .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
        .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .replaceAll(/^ +| +$/g, '')
        .toLowerCase()
    : ''
