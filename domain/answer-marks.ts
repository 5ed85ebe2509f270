import { withoutBasis } from './answer-basis.ts'
import { withoutAskedQuestions } from './asked-questions.ts'
import { withoutDocuments } from './documents.ts'
import { withoutProposals } from './proposals.ts'

/**
 * An answer's own words: without what it proposes, asks, offers and is based on.
 * @example
 * withoutMarks('Plan demos.\n[[propose-goal:weekly:Ten demos]]\n[[ask:Why ten?]]\n[[based-on:3 goals]]') // 'Plan demos.'
 */
export const withoutMarks = (answer: string): string =>
  withoutDocuments(withoutAskedQuestions(withoutProposals(withoutBasis(answer))))
