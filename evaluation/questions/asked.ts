import type { calendarOf } from '../calendar.ts'
import type { Fact, Question } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import { FOUNDER_KEYS, type FounderKey } from '../founders/founder.ts'

/** Source of the questions: the founders, and spans of time as of the same day. */
export type Asked = Cohort & ReturnType<typeof calendarOf>

/**
 * A question, or a list of phrasings of it; a list within is a conversation. Then what its answer says, and what it
 * must not say.
 */
type Row = readonly [asks: string | readonly Question['ask'][], must: Facts, mustNot?: Facts]
type Facts = Fact | readonly Fact[]

/** The questions of one subject, a row each. */
export const questions = (kind: string, rows: Partial<Record<FounderKey, readonly Row[]>>): Question[] =>
  FOUNDER_KEYS.flatMap((founder) =>
    (rows[founder] ?? []).flatMap(([asks, must, mustNot = []]) =>
      [asks].flat().map((ask) => ({ founder, ask, kind, must: [must].flat(), mustNot: [mustNot].flat() })),
    ),
  )
