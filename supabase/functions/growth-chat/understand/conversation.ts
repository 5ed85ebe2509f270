import type { Query } from '../query.ts'
import type { Calculation } from './arithmetic.ts'

/** Questions and answers before a message. */
export interface Conversation {
  /** Queries so far, the last first. A question about an answer, and small talk, are none of them. */
  readonly queries: readonly Query[]
  readonly calculation: Calculation | undefined
  /** The co-founder's answer before. */
  readonly lastAnswer: string
  /** The one before that. */
  readonly earlierAnswer: string
  /** The question before stands in the same message. */
  readonly isSameMessage: boolean
}
