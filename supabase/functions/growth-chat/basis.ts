import { formatDate } from '../../../domain/dates.ts'
import { basisMark, basisOf, withoutBasis } from '../../../domain/answer-basis.ts'
import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { withoutProposals } from '../../../domain/proposals.ts'
import { asData, bounded } from '../_shared/founder-context-bounds.ts'
import type { FounderContext } from '../_shared/founder-records.ts'
import { unverifiedNumbers } from './check-numbers.ts'
import { counted } from './coach/text.ts'

/**
 * A model's answer, and after its end what it was based on and which of its numbers are in none of that.
 * @param found what the model found by tools, complete when the answer is
 */
export async function* withBasis(
  pieces: AsyncIterable<string>,
  context: FounderContext,
  messages: readonly ChatMessage[],
  found: readonly string[] = [],
): AsyncGenerator<string> {
  let answer = ''
  for await (const piece of pieces) {
    answer += piece
    yield piece
  }
  const had = bounded(context)
  const records = [
    ...recordsOf(had),
    ...(found.length > 0 ? [`${counted(found.length, 'question')} to the database`] : []),
  ]
  if (records.length === 0 || answer.trim() === '') return
  const known = [asData({ ...had, memory: '' }), ...found, ...messages.map(saidIn)]
  yield `\n\n${basisMark({ records, unverified: unverifiedNumbers(withoutProposals(answer), known) })}`
}

/** A message without the numbers that were in no record when it was an answer. */
function saidIn({ role, content }: ChatMessage): string {
  if (role === 'user') return content
  return basisOf(content).unverified.reduce((text, number) => text.replaceAll(number, ' '), withoutBasis(content))
}

/** The records that the model had: "12 goals", "runway of Nov 3, 2026". */
function recordsOf({ goals, checkins, loops, decisions, notes, messages, runway }: FounderContext): string[] {
  const lists = [
    [goals.length, 'goal'],
    [checkins.length, 'check-in'],
    [loops.length, 'loop'],
    [decisions.length, 'decision'],
    [notes.length, 'note'],
    [messages.length, 'message'],
  ] as const
  return [
    ...lists.flatMap(([count, noun]) => (count > 0 ? [counted(count, noun)] : [])),
    ...(runway ? [runway.as_of ? `runway of ${formatDate(runway.as_of)}` : 'runway'] : []),
  ]
}
