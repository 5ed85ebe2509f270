import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { withoutQuotes } from '../../../../domain/quotes.ts'
import { topicOf, type Topic } from './topics.ts'

/** The facet of a subject: everything at first, then the reasoning or more details, and at the end nothing. */
export type Facet = 'whole' | 'why' | 'more' | 'nothing-left'

/** A conversation as the coach understands its last message. */
export interface Question {
  readonly topic: Topic | undefined
  readonly facet: Facet
  /** The message that introduced the subject. */
  readonly text: string
}

/** Words of a follow-up message at most. */
const MAX_FOLLOW_UP = { characters: 80, words: 8 } as const
const FOLLOW_UP =
  /\b(why|how|what|which|when|then|and|more|else|next|explain|example|tell|go on|continue|details?|really|ok(ay)?|yes)\b|^\?+$/i
const ASKS_WHY = /\bwhy\b|\bhow (come|so)\b|\bexplain|\breason|\breally\b/i

/** The last message has a subject of its own, or follows up the most recent one. */
export function readQuestion(messages: readonly ChatMessage[]): Question {
  const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const start = questions.findLastIndex((text) => !shouldContinue(text))
  const text = questions[start] ?? ''
  const topic = topicOf(withoutQuotes(text)) ?? topicOf(text)
  const given: Facet[] = []
  if (topic) for (const later of questions.slice(start + 1)) given.push(facetOf(later, given))
  return { topic, facet: given.at(-1) ?? 'whole', text }
}

const shouldContinue = (text: string): boolean =>
  text.length <= MAX_FOLLOW_UP.characters &&
  text.trim().split(/\s+/).length <= MAX_FOLLOW_UP.words &&
  FOLLOW_UP.test(text.trim()) &&
  !topicOf(text)

function facetOf(text: string, given: readonly Facet[]): Facet {
  const wanted: readonly Facet[] = ASKS_WHY.test(text) ? ['why', 'more'] : ['more', 'why']
  return wanted.find((facet) => !given.includes(facet)) ?? 'nothing-left'
}
