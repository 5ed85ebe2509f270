import type { Json } from '../../../../domain/database.types.ts'
import type { DayOrder, DecimalMark } from './cells.ts'

/** What only the author of a file knows; undefined: not said yet. */
export interface Answers {
  readonly days?: DayOrder
  readonly decimals?: DecimalMark
  /** Whether the numbers of loops are what the count was on a day, or what was added. */
  readonly counts?: 'total' | 'gain'
}

export type Question = keyof Answers

/** A line of the file, and what becomes of it. */
export interface PreparedLine {
  /** Its row, for lists. */
  readonly id: string
  readonly row: number
  /** What it becomes; of a wrong line, what is in it. */
  readonly text: string
  readonly problem?: string
  /** Whether an answer to a question solves the problem. */
  readonly isOpen?: true
  /** As the database takes it; missing when there is a problem. */
  readonly record?: { readonly [field: string]: Json }
}

export interface Prepared {
  readonly lines: readonly PreparedLine[]
  /** What the file leaves open, with a cell in which it does. */
  readonly questions: ReadonlyMap<Question, string>
}

/** What a line becomes. */
export interface Written {
  text: string
  readonly record: Record<string, Json | undefined>
}
