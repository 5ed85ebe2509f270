import { formatCount } from '../../../domain/numbers.ts'
import type { FounderContext } from '../_shared/founder-records.ts'
import { writeMarkdown, type Answer } from './answer/answer.ts'
import type { AskingFounder, FounderQueries } from './founder-queries.ts'
import type { Query } from './query.ts'
import { enumerated, quoted } from './text.ts'
import { piecesOf, type Piece } from './understand/pieces.ts'
import { isSince, type Span } from './understand/calendar-spans.ts'
import { namesFigure } from './understand/figure-named.ts'
import { NUMBER_WORDS } from './understand/number-words.ts'
import { understandInstead, understandNext, type Understood } from './understand/understand.ts'

/** Answers a message that is understood. */
type Answering = (understood: Understood, founder: AskingFounder) => Promise<Answer>

/** Subjects that take any words, or whose answer is the same whatever is said: a draft, a thank you, what is not recorded. */
const ANY = /^(?:write|document|talk|define|outside|advice|calendar|follow)\b/
/** Subjects that a search for any words may be. */
const SEARCHED = /^(?:records|notes|squad)\b/
const OF_WEEK = /^(?:mood|wins|blockers|priorities|check-ins)\b/
/** Answers that name the days that they are of. */
const NAMES_DAYS = /\.(?:best-time|worst-time|when|last)$/
/** An answer that nothing limits. */
const NOTHING = /\*\*(?:no|not|0|nothing|never)\b/i
/** A question that is not answered is answered after the first one on a reading as likely as this. */
const SURE = 0.6
/** Words of such a question: "how long" alone is of what was asked before. */
const MIN_WORDS = 3

/**
 * An answer to all of a message. What of it changes nothing, when it is left out and the message answered again, was not
 * read: a question is answered after the first one, and a condition is named before a number that does not keep to it.
 */
export async function covering(
  message: string,
  understood: Understood,
  founder: AskingFounder,
  answering: Answering,
): Promise<Answer> {
  const answer = await answering(understood, founder)
  const { query } = understood
  if (understood.parts || understood.calculation || ANY.test(query.intent)) return answer
  const { context } = founder
  const whole = writeMarkdown(answer)
  const left: Piece[] = []
  let covered = answer
  for (const piece of piecesOf(message, context.today)) {
    if (isSaid(piece, query, whole) || isRecorded(piece, context)) continue
    const other = await answering(understandInstead(understood, piece.rest, context, context.today), founder)
    if (writeMarkdown(other) !== whole) continue
    if (piece.kind !== 'question') left.push(piece)
    else covered = (await withQuestion(covered, piece, understood, founder, answering)) ?? covered
  }
  const first = whole.split('\n')[0] ?? ''
  const dropped: string[] = []
  for (const { text, said, without } of NOTHING.test(first) ? [] : limitsOf(query)) {
    if (whole.toLowerCase().includes(said)) continue
    const other = await answering({ ...understood, query: { ...query, ...without } }, founder)
    if (writeMarkdown(other) === whole) dropped.push(quoted(text))
  }
  const texts = [...new Set([...left.map(({ text }) => quoted(text.trim())), ...dropped])]
  if (texts.length === 0) return covered
  const names = enumerated(texts)
  return { ...covered, line: `I could **not take in** ${names}, so this is without it: ${covered.line}` }
}

/** A field that limits what is asked for. */
interface Limit {
  readonly text: string
  /** What an answer that keeps to it says. */
  readonly said: string
  readonly without: Partial<Query>
}

/** Fields of a query that limit it, also those that a follow-up has from the one before. */
const limitsOf = ({ intent, periods, category, records, loops }: Query): readonly Limit[] => [
  ...(intent.startsWith('goals.')
    ? periods.map((period) => ({
        text: period,
        said: period,
        without: { periods: periods.filter((one) => one !== period) },
      }))
    : []),
  ...(category && records.length === 0 && /^decisions\.(?:list|count|share)$/.test(intent)
    ? [{ text: category, said: category, without: { category: undefined } }]
    : []),
  ...(OF_LOOPS.test(intent)
    ? loops.map((loop) => ({ text: loop.name, said: loop.id, without: { loops: loops.filter((one) => one !== loop) } }))
    : []),
]

const OF_LOOPS = /^(?:messages|demos|conversions|rate|loops)\b/

/** "How long does the 9.8k last": the amount that is recorded, or nearly. */
const isRecorded = ({ value }: Piece, { runway }: FounderContext): boolean =>
  value !== undefined &&
  runway !== null &&
  [runway.bank_balance, runway.monthly_revenue, runway.monthly_burn].some((one) => Math.abs(one - value) <= 0.02 * one)

/** Whether an answer says a piece, or holds whatever it says. */
function isSaid({ kind, span, text, value = 0 }: Piece, { intent, suppositions }: Query, answer: string): boolean {
  // An amount that is supposed changes the case, and any other names a record or a goal.
  if (kind === 'amount')
    return suppositions.length === 0 || !intent.endsWith('.suppose') || answer.includes(formatCount(value))
  if (kind === 'question')
    return suppositions.length > 0 || intent.startsWith('runway.target') || text.split(/\s+/).length < MIN_WORDS
  const said = answer.toLowerCase()
  if (NOTHING.test(answer.split('\n')[0] ?? '')) return true
  // A course that begins with the history has no other beginning.
  if (span && intent.endsWith('.trend') && isSince(span)) return true
  if (span && (SEARCHED.test(intent) || NAMES_DAYS.test(intent)) && isWithin(answer, span)) return true
  if (span) return !isLimiting(span, intent, suppositions.length > 0) || said.includes(labelOf(span.label))
  // Lists are so anyway.
  if (/^(?:newest|latest) first$/i.test(text)) return true
  // "Without cutting anything" is no case of its own, and a mean is what a mood of several weeks is.
  if (intent.startsWith('runway.target') || (/average/i.test(text) && intent.startsWith('mood'))) return true
  const words = text.toLowerCase().split(/\s+/)
  if (LAST.test(text)) return said.includes(`${words.at(-2) ?? ''} `) || said.includes(`${numberIn(words)} `)
  const last = (words.at(-1) ?? '').replace(/s$/, '')
  return (
    said.includes(last) ||
    (last === 'msg' && said.includes('messages')) ||
    (/cent|age/.test(last) && said.includes('%'))
  )
}

/** Whether all days that an answer names are of a time. */
const isWithin = (answer: string, { from, to }: Span): boolean =>
  [...answer.matchAll(/\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b/g)].every(([day]) => {
    const read = new Date(`${day} UTC`).toISOString().slice(0, 10)
    return read >= from && read <= to
  })

const LAST = /^(?:(?:the|my|our) )?(?:last|past|latest|newest|first)\s/i
const numberIn = (words: readonly string[]): number => NUMBER_WORDS[words.at(-2) ?? ''] ?? Number(words.at(-2))

/** A time to come that is supposed, and the time that is now, limit nothing. */
const isLimiting = (span: Span, intent: string, isSupposing: boolean): boolean =>
  !isSupposing &&
  span.from !== span.to &&
  !/^(?:next|tomorrow|today)\b/.test(span.label) &&
  intent !== 'calls.status' &&
  !(span.label.startsWith('this') && OF_NOW.test(intent))

/** What is so now, and what a time says of it. */
const OF_NOW =
  /^(?:overview|runway|balance|revenue|burn|net-burn|break-even|check-ins\.status|goals\.(?:status|age|when)|decisions\.review)\b/

const labelOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/^(?:in|on|since|from|until|by|as of)\s+/, '')
    .split(' to ')[0] ?? ''

/** An answer with the one to a question that it does not depend on; undefined where that asks the same, or nothing for sure. */
async function withQuestion(
  answer: Answer,
  { text }: Piece,
  understood: Understood,
  founder: AskingFounder,
  answering: Answering,
): Promise<Answer | undefined> {
  const { context } = founder
  const next = understandNext(understood, writeMarkdown(answer), text, context, context.today)
  const [subject, before] = [next.query.intent, understood.query.intent].map((intent) => intent.split('.')[0])
  if (next.share < SURE || ANY.test(next.query.intent) || SEARCHED.test(next.query.intent) || subject === before)
    return undefined
  // "In the weeks where I felt well, what did I win?" asks for no other week.
  if (OF_WEEK.test(next.query.intent) && OF_WEEK.test(understood.query.intent) && next.query.spans.length === 0)
    return undefined
  if (!namesFigure(next.query)) return undefined
  const other = await answering(next, founder)
  if (answer.line.includes(other.line)) return undefined
  return {
    ...answer,
    line: `${answer.line} ${other.line}`,
    evidence: [...(answer.evidence ?? []).slice(0, 2), ...(other.evidence ?? [])],
  }
}

/** Queries that are asked once: the pieces of a message read the same records. */
export function remembered(queries: FounderQueries): FounderQueries {
  const known = new Map<string, unknown>()
  return new Proxy(queries, {
    get: (target, name: keyof FounderQueries) => (...given: unknown[]) => {
      const key = JSON.stringify([name, given])
      if (!known.has(key)) known.set(key, (target[name] as (...all: unknown[]) => unknown)(...given))
      return known.get(key)
    },
  }) // prettier-ignore
}
