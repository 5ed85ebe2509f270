import type { Answer } from '../answer.ts'

/** A message to the squad as a proposal: nothing is sent before the founder has seen, edited and confirmed it. */
export const answerDraft = (text: string): Answer => ({
  line: 'Here is a **draft to your squad**: press it to edit it, and it is sent when you confirm it.',
  evidence: [],
  proposals: [{ kind: 'message', text }],
})
