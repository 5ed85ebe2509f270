import { withoutBasis } from './answer-basis.ts'
import { withoutAskedQuestions } from './asked-questions.ts'
import { withoutProposals } from './proposals.ts'

/** An answer's own words: without what it proposes, asks and is based on. */
export const withoutMarks = (answer: string): string => withoutAskedQuestions(withoutProposals(withoutBasis(answer)))
