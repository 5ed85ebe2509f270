import type { Fact, Question } from '../facts.ts'
import type { FounderKey } from '../founders/founder.ts'

type Ask = Question['ask']

/** Adds several phrasings of one question; a list within is a conversation. */
export type Add = (asks: readonly Ask[], must: readonly Fact[], mustNot?: readonly Fact[]) => void

/** Collects the questions of one kind. */
export function collect(kind: string, fill: (of: (founder: FounderKey) => Add) => void): Question[] {
  const questions: Question[] = []
  fill((founder) => (asks, must, mustNot = []) => {
    for (const ask of asks) questions.push({ founder, ask, kind, must, mustNot })
  })
  return questions
}
