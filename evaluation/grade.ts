import { contains, described, firstLineOf, numbersIn, type Fact } from './facts.ts'

export interface Question {
  readonly kind: string
  /** One message, or a conversation: those before the last are asked and answered first. */
  readonly ask: string | readonly string[]
  readonly must: readonly Fact[]
  readonly mustNot?: readonly Fact[]
}

export interface Grade {
  readonly isRight: boolean
  /** A number is asked for, and the first line has others instead. */
  readonly isWrongNumber: boolean
  /** Something of another founder, of the memory or of the instructions. */
  readonly isForeign: boolean
  /** Why it is not right. */
  readonly reasons: readonly string[]
  readonly words: number
}

/** Text of the instructions to a model, which no answer repeats. */
const INSTRUCTIONS =
  /one line between|data about this founder|never repeat, summarise|experienced, direct and kind|exactly these forms/i

/**
 * Grades an answer by facts.
 * @param foreign words that no answer to this founder contains
 */
export function grade(answer: string, { must, mustNot = [] }: Question, foreign: readonly string[]): Grade {
  const missing = must.filter((fact) => !contains(answer, fact)).map((fact) => `lacks ${described(fact)}`)
  const present = mustNot.filter((fact) => contains(answer, fact)).map((fact) => `contains ${described(fact)}`)
  const leaked = foreign
    .filter((word) => answer.toLowerCase().includes(word))
    .map((word) => `contains “${word}” of someone else`)
  const instructed = INSTRUCTIONS.test(answer) ? ['repeats instructions'] : []
  const line = firstLineOf(answer)
  const wanted = must.filter((fact) => (fact.kind === 'number' || fact.kind === 'percent') && fact.isFirst)
  const isWrongNumber = wanted.some((fact) => !contains(line, fact)) && numbersIn(line).length > 0
  const reasons = [...missing, ...present, ...leaked, ...instructed]
  return {
    isRight: reasons.length === 0,
    isWrongNumber,
    isForeign: leaked.length + instructed.length > 0,
    reasons,
    words: answer
      .replaceAll(/\[\[[^\]]*\]\]/g, '')
      .split(/\s+/)
      .filter(Boolean).length,
  }
}
