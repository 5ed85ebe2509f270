import type { IsoDate } from '../../../../domain/week.ts'
import { amountsIn } from './amounts.ts'
import type { FoundSpan, Span } from './calendar-spans.ts'
import { asksByItself } from './parts.ts'
import { findSpans } from './spans.ts'
import { isChange } from './suppositions.ts'

/** Words of a message that should matter to its answer. */
export interface Piece {
  readonly text: string
  /** The message without it. */
  readonly rest: string
  /** What another question asks, what limits one, a time, or money. */
  readonly kind: 'question' | 'condition' | 'time' | 'amount'
  /** Of a time. */
  readonly span?: Span
  /** Of an amount. */
  readonly value?: number
}

/** Phrases that limit a question, or say how its answer is to be: each is one piece. */
const CONDITIONS = new RegExp(
  [
    String.raw`(?:,\s*)?\b(?:not counting|without|except(?: for)?|excluding|leaving out|other than|apart from|not including|not about|not on|if you leave)\s[^,.;?!]+`,
    String.raw`\b(?:the |my |our )?(?:last|past|latest|newest|first)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+\p{L}[\p{L}-]*`,
    String.raw`\b(?:(?:on |in )?average|in percent|percentage|per \p{L}+|(?:of|for|by|in|at) (?:each|every) \p{L}+|(?:by|each|every) (?:week|month|quarter|year|loop|channel))\b`,
    String.raw`\b(?:below|above|under|over|at least|at most|more than|less than|fewer than|older than|newer than|longer than|shorter than)\s+(?:[$€£]?\d[\d.,]*k?|(?:an?|two|three|four|five|six|seven|eight|nine|ten|twelve)(?= (?:day|week|month|year)))(?:\s+(?:days?|weeks?|months?|years?))?`,
    String.raw`\b(?:the )?(?:most|least) (?:often|common|frequent)(?:ly)?\b|\b\p{L}+est first\b|\bin a row\b|\beach time\b|\bfor each(?: of (?:them|these|those))?\b`,
    String.raw`\bonly (?:the )?(?:weekly|monthly|quarterly|yearly|paused|running|scaling|open|done|new|old|own|big|small|bad|good|best|worst|first|last|names?|titles?|numbers?)(?: ones?)?\b`,
  ].join('|'),
  'giu',
)

/** Where one part of a message ends and another begins. */
const MARKS = /(?<mark>[?!;]+\s+|(?<=\p{L}{2}|\d)\.\s+|,\s+(?:and\s+|but\s+)?|\s+(?:and|but|plus)\s+)/giu

const blanked = (text: string, spans: readonly FoundSpan[]): string =>
  spans.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text)

/** Words of a part that says something, at least: "be honest" asks nothing. */
const MIN_LETTERS = 4
/** Pieces of one message that are tried: each is read and answered again. */
const MAX_PIECES = 6

/**
 * The pieces of a message: the questions after its first one, what limits them, and times.
 * @example
 * piecesOf('how many demos in may, and what is overdue?', '2026-11-30').map(({ text }) => text)
 * // ['what is overdue?', 'may']
 */
export function piecesOf(message: string, today: IsoDate): readonly Piece[] {
  const text = message.trim()
  const cut = (start: number, end: number): string =>
    `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim()
  const marks = [...text.matchAll(MARKS)].map(({ index, 0: mark }) => ({ start: index, end: index + mark.length }))
  const questions = marks.flatMap(({ start, end }, at): Piece[] => {
    const part = text.slice(end, marks[at + 1]?.start ?? text.length)
    const isQuestion = asksByItself(part) && part.replaceAll(/\P{L}/gu, '').length >= MIN_LETTERS
    return isQuestion ? [{ text: part, rest: cut(start, end + part.length), kind: 'question' }] : []
  })
  const conditions = [...text.matchAll(CONDITIONS)].map(({ index, 0: phrase }): Piece => ({
    text: phrase.replace(/^,\s*/, ''),
    rest: cut(index, index + phrase.length),
    kind: 'condition',
  })) // prettier-ignore
  const lower = text.toLowerCase()
  // A letter whose lower case is longer moves what follows it.
  const spans = lower.length === text.length ? findSpans(lower, today) : []
  const times = spans.map(({ start, end, span }): Piece => ({
    text: text.slice(start, end), rest: cut(start, end), kind: 'time', span,
  })) // prettier-ignore
  const amounts = lower.length === text.length ? amountsIn(blanked(lower, spans)) : []
  // "No income" and "zero revenue" are said of what is there.
  const sums = amounts
    .filter((amount) => isChange(amount) && /\d/.test(text.slice(amount.start, amount.end)))
    .map(({ start, end, value }): Piece => ({
      text: text.slice(start, end), rest: cut(start, end), kind: 'amount', value,
    })) // prettier-ignore
  return [...questions, ...conditions, ...times, ...sums].filter(({ rest }) => rest !== '').slice(0, MAX_PIECES)
}
