import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { withoutQuotes } from '../../../../domain/quotes.ts'
import { topicOf, type Topic } from './topics.ts'

/** What of a subject is asked for: all of it at first, then the reasoning or what comes after; in the end nothing is left. */
export type Facet = 'whole' | 'why' | 'more' | 'nothing-left'

/** A conversation as the coach understands its last message. */
export interface Question {
  readonly topic: Topic | undefined
  readonly facet: Facet
  /** The message that brought the subject up. */
  readonly text: string
}

/** What a message holds at most that goes on with what was said before. */
const SHORT = { characters: 80, words: 8 } as const
const GOES_ON =
  /\b(why|how|what|which|when|then|and|more|else|next|explain|example|tell|go on|continue|details?|really|ok(ay)?|yes)\b|^\?+$/i
const ASKS_WHY = /\bwhy\b|\bhow (come|so)\b|\bexplain|\breason|\breally\b/i

/** The last message brings up a subject of its own, or goes on with the one that was brought up before it. */
export function readQuestion(messages: readonly ChatMessage[]): Question {
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const start = asked.findLastIndex((text) => !goesOn(text))
  const text = asked[start] ?? ''
  const topic = topicOf(withoutQuotes(text)) ?? topicOf(text)
  const given: Facet[] = []
  if (topic) for (const later of asked.slice(start + 1)) given.push(facetOf(later, given))
  return { topic, facet: given.at(-1) ?? 'whole', text }
}

const goesOn = (text: string): boolean =>
  text.length <= SHORT.characters &&
  text.trim().split(/\s+/).length <= SHORT.words &&
  GOES_ON.test(text.trim()) &&
  !topicOf(text)

function facetOf(text: string, given: readonly Facet[]): Facet {
  const wanted: readonly Facet[] = ASKS_WHY.test(text) ? ['why', 'more'] : ['more', 'why']
  return wanted.find((facet) => !given.includes(facet)) ?? 'nothing-left'
}
