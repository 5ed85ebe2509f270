import { inWords } from '../../lib/texts/categories.ts'
import { CATEGORY_RECORD_FROM, TRACK_RECORD_FROM, type Answer } from '../../../../domain/decisions.ts'

/** How many decisions of a category have an answer. */
export interface AnswerCount {
  readonly category: string
  readonly answer: Answer
  readonly decisions: number
}

export interface TrackRecord {
  readonly answered: number
  readonly right: number
  readonly partly: number
  /** Percent of the answered ones, 0 to 100; only "yes" counts as right. */
  readonly percentRight: number
}

interface TrackRecords {
  readonly all: TrackRecord
  readonly kinds: readonly (TrackRecord & { readonly kind: string })[]
  /** Whether there are categories with fewer answers. */
  readonly isPartial: boolean
}

export const answeredIn = (counts: readonly AnswerCount[]): number => sumOf(counts.map(({ decisions }) => decisions))

/**
 * How often a founder was right: in all, and by category with the most frequent first, from three answers on: one of one
 * says nothing. Categories are typed by hand, so case and outer spaces do not matter.
 * @returns undefined while fewer than ten decisions are answered
 */
export function trackRecordOf(counts: readonly AnswerCount[]): TrackRecords | undefined {
  if (answeredIn(counts) < TRACK_RECORD_FROM) return undefined
  const byKind = new Map<string, AnswerCount[]>()
  for (const count of counts) {
    const kind = count.category.trim().toLowerCase()
    byKind.set(kind, [...(byKind.get(kind) ?? []), count])
  }
  const every = [...byKind.values()].map((counts) => ({ kind: nameOf(counts), ...recordOf(counts) }))
  const kinds = every.filter(({ answered }) => answered >= CATEGORY_RECORD_FROM)
  return {
    all: recordOf(counts),
    isPartial: kinds.length < every.length,
    kinds: kinds.sort((a, b) => b.answered - a.answered || a.kind.localeCompare(b.kind)),
  }
}

function recordOf(counts: readonly AnswerCount[]): TrackRecord {
  const answered = answeredIn(counts)
  const [right, partly] = (['yes', 'partly'] as const).map((answer) =>
    answeredIn(counts.filter((count) => count.answer === answer)),
  ) as [number, number]
  return { answered, right, partly, percentRight: Math.round((right / answered) * 100) }
}

/** The spelling of most decisions. */
const nameOf = (counts: readonly AnswerCount[]): string =>
  inWords(counts.toSorted((a, b) => b.decisions - a.decisions)[0]?.category.trim() ?? '')

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
