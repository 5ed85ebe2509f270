import type { Proposal } from '../../../../domain/proposals.ts'
import type { AskingFounder } from './founder.ts'
import type { Question } from './understand/understand.ts'

/** What the coach says to one question, before it is written as Markdown. */
export interface Answer {
  /** One sentence or two that answer what was asked, with the number. */
  readonly line: string
  /** What it is based on, each with its record: at most three are shown. */
  readonly evidence: readonly string[]
  /** Know-how, when it is asked for. */
  readonly article?: { readonly title: string; readonly steps: readonly string[] | string }
  /** One next step, in lower case; none after a greeting. */
  readonly next?: string
  /** What the founder may do about it with one press. */
  readonly proposals?: readonly Proposal[]
}

/** Answers questions on one subject: reads what the context lacks, computes, and says it. */
export type Answerer = (question: Question, founder: AskingFounder) => Promise<Answer> | Answer

/** Lines of evidence at most. */
export const MAX_EVIDENCE = 3
/** Lines where each record is asked for. */
export const MAX_LISTED = 10
