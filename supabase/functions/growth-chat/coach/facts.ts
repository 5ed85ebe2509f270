import type { FounderContext } from '../../_shared/founder-records.ts'

/** The coach's calculations from the founder's records on one subject. */
export interface Facts {
  readonly title: string
  /** Sentences for a list; none without records on the subject. */
  readonly lines: (context: FounderContext, question: string) => readonly string[]
  /** What to add, and where, for the missing facts. */
  readonly missing: string
  /** The next step that the records call for, if any. */
  readonly next?: (context: FounderContext, question: string) => string | undefined
}
