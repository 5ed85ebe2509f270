import { formatDate } from '../../../domain/dates.ts'
import { basisMark, basisOf, withoutBasis } from '../../../domain/answer-basis.ts'
import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { withoutMarks } from '../../../domain/answer-marks.ts'
import { truncate } from '../../../domain/truncate.ts'
import { asData, bounded } from '../_shared/founder-context-bounds.ts'
import type { FounderContext } from '../_shared/founder-records.ts'
import { MAX_ANSWER_CHARACTERS } from '../_shared/model.ts'
import { unverifiedNumbers } from './check-numbers.ts'
import { counted } from './text.ts'

/** Characters of an answer's own text: the rest is for its marks. */
const MAX_TEXT = MAX_ANSWER_CHARACTERS - 1000

/** Events while a model answered; complete when the answer is. */
export interface AnswerReport {
  /** Results of tools. */
  readonly toolResults: string[]
  /** Why the last response ended. */
  finish: string
}

/** A model's answer, and after its end what it was based on, which of its numbers are in none of that, and whether it was cut. */
export async function* withBasis(
  pieces: AsyncIterable<string>,
  context: FounderContext,
  messages: readonly ChatMessage[],
  report: Readonly<AnswerReport>,
): AsyncGenerator<string> {
  let answer = ''
  let isTooLong = false
  for await (const piece of pieces) {
    const shown = truncate(piece, MAX_TEXT - answer.length)
    answer += shown
    yield shown
    isTooLong = shown.length < piece.length
    if (isTooLong) break
  }
  if (answer.trim() === '') return
  const { toolResults, finish } = report
  const had = bounded(context)
  const records = [
    ...recordsOf(had),
    ...(toolResults.length > 0 ? [`${counted(toolResults.length, 'question')} to the database`] : []),
  ]
  const known = [asData({ ...had, memory: '' }), ...toolResults, ...messages.map(saidIn)]
  const unverified = records.length > 0 ? unverifiedNumbers(withoutMarks(answer), known) : []
  const mark = basisMark({ records, unverified, isCut: isTooLong || finish === 'length' })
  if (mark !== '') yield `\n\n${mark}`
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
