import type { FounderContext } from '../../_shared/founder-context.ts'

/** What the coach works out of the founder's records on one subject. */
export interface Facts {
  readonly title: string
  /** Sentences for a list; none when the records say nothing of it. */
  readonly lines: (context: FounderContext, question: string) => readonly string[]
  /** What to add, and where, so that there will be something to say. */
  readonly missing: string
  /** The next step that these records ask for, when they ask for one. */
  readonly next?: (context: FounderContext, question: string) => string | undefined
}
