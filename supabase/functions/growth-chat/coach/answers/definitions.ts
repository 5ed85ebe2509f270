import { definitions } from '../../know-how/definitions.ts'
import type { Answer } from '../answer.ts'

const ASKS =
  /^(?:please )?(?:what(?:'s| is| are| does)|explain|define|(?:what is |what's )?(?:the )?(?:meaning|definition) of) (?:a |an |the )?(?<term>[\p{L} -]{2,40}?)(?: (?:mean|means|stand for|stands for|to me|please))*[?.! ]*$/u

/** What a term means that is asked for by itself: "explain vesting", but not "what is our ARR?". */
export function answerDefinition(text: string): Answer | undefined {
  const term = ASKS.exec(text)?.groups?.['term']
  const definition = term && definitions.find(({ names }) => names.test(term))
  return definition ? { line: definition.says, evidence: [] } : undefined
}
