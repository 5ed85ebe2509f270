import { REFERENCES, type RecordReference } from '../../../../domain/records.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext, Loop } from '../../_shared/founder-records.ts'
import type { Query } from '../query.ts'
import { shiftedSpan, unitSpan, type Span, type Unit } from './calendar-spans.ts'
import type { Entities } from './entities.ts'

const DATE = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}\b/

const SAME = /\b(?:that|the same|that same) (?<unit>week|month|quarter|year)\b|\bthen\b|\bat that time\b/
const NEAR = /\bthe (?<unit>week|month|quarter|year) (?<which>after|before)\b/

/** Whether a message means the time of the answer before: "that week", "back then". */
export const meansTime = ({ text }: Entities, { spans }: Query): boolean => spans.length === 0 && SAME.test(text)

/**
 * "That month" is the one that was asked about, or that the answer before names first; "the week after" is the one after
 * what it names.
 */
export function timeMeant(
  { text }: Entities,
  { spans }: Query,
  lastAnswer: string,
  before: Query | undefined,
): Span | undefined {
  if (spans.length > 0) return undefined
  const [asked] = before?.spans ?? []
  const [named] = DATE.exec(lastAnswer) ?? []
  const dated = named ? (new Date(`${named} UTC`).toISOString().slice(0, 10) as IsoDate) : undefined
  const same = SAME.exec(text)
  const near = asked ? undefined : NEAR.exec(text)?.groups
  if (same) {
    const unit = same.groups?.['unit'] as Unit | undefined
    // A week is within the month that was asked about, so it is that of the answer.
    const day = unit && unit !== 'week' ? (asked?.from ?? dated) : dated
    return day ? unitSpan(unit ?? 'week', day) : undefined
  }
  return near && dated
    ? shiftedSpan(unitSpan(near['unit'] as Unit, dated), near['which'] === 'after' ? 1 : -1)
    : undefined
}

/** The records that the answer before names, in its order. */
export const referencesIn = (answer: string): RecordReference[] =>
  [...answer.matchAll(REFERENCES)].map(({ groups }) => groups as unknown as RecordReference)

/** Each record once: an answer names those of its first line again below. */
export const distinct = (references: readonly RecordReference[]): readonly RecordReference[] =>
  references.filter(({ id }, at) => references.findIndex((other) => other.id === id) === at)

export const loopsIn = (answer: string, context: FounderContext | undefined): Loop[] =>
  referencesIn(answer).flatMap(({ kind, id }) =>
    kind === 'loop' ? (context?.loops.find((loop) => loop.id === id) ?? []) : [],
  )

/** Whether a message has a word for something before. "This" of "this week" is none: a time is one slot. */
export const meansIt = ({ readings: [words = []] }: Entities): boolean =>
  words.some((word) => ['it', 'that', 'this', 'them', 'those'].includes(word))

const PLACES: Readonly<Record<string, number>> = {
  ...{ first: 1, second: 2, third: 3, fourth: 4, fifth: 5, last: 0 },
  ...{ '1st': 1, '2nd': 2, '3rd': 3, '4th': 4, '5th': 5 },
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5 },
}
const NTH = String.raw`\b(?<nth>first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th))`
const PLACE = new RegExp(
  String.raw`${NTH} ones?\b|(?:\b(?:number|no\.?|nr\.?)|#) ?(?<number>[1-5]|one|two|three|four|five)\b`,
)
/** "The third is done", "done with the second": with no word for what is listed. */
const BARE_PLACE = new RegExp(String.raw`${NTH}(?=\s*(?:$|[.,;!]|(?:is|was|has|too|and|as|please|pls|now|already)\b))`)
const FIRST_FEW = /\b(?<edge>first|last) (?<many>two|three|four|five|[2-5])\b/

const placeIn = (pattern: RegExp, text: string): number | undefined => {
  const { nth, number } = pattern.exec(text)?.groups ?? {}
  const word = nth ?? number
  return word === undefined ? undefined : (PLACES[word] ?? Number(word))
}

/** The place in a list that "the first one" and "number two" mean. "The last one" may be the latest, and is none. */
export const placeOf = ({ text }: Entities): number | undefined => placeIn(PLACE, text) || undefined

/** What stands at a place of a list. */
export const atPlace = <One>(list: readonly One[], place: number): One | undefined => list.at(place - 1)

/** Some of a list by their places: "the first two", "the third". Undefined where a text names none. */
function placed<One>(list: readonly One[], text: string): readonly One[] | undefined {
  const { edge, many } = FIRST_FEW.exec(text)?.groups ?? {}
  if (many !== undefined) {
    const count = PLACES[many] ?? Number(many)
    return edge === 'last' ? list.slice(-count) : list.slice(0, count)
  }
  const place = placeIn(PLACE, text) ?? placeIn(BARE_PLACE, text)
  const one = place === undefined ? undefined : atPlace(list, place)
  return place === undefined ? undefined : one === undefined ? [] : [one]
}

/** Whether a message means some of a list by their places. */
export const hasPlace = ({ text }: Entities): boolean => placed([], text) !== undefined

/**
 * The open goals of the answer before that a message says are done: "the monthly one", "the second one", "it", "both". A
 * message with words of its own means none of them: "mark the lease as done".
 */
export function goalsMeant(
  entities: Entities,
  { periods }: Query,
  lastAnswer: string,
  context: FounderContext | undefined,
): readonly RecordReference[] {
  const several = entities.words.some((word) => SEVERAL.has(word))
  const refers = hasPlace(entities) || several || periods.length > 0 || meansIt(entities)
  if (!refers && entities.unread.length > 0) return []
  const shown = new Set(referencesIn(lastAnswer).flatMap(({ kind, id }) => (kind === 'goal' ? id : [])))
  const goals = [...shown].flatMap((id) => {
    const goal = context?.goals.find((one) => one.id === id)
    return goal && !goal.completed && (periods.length === 0 || periods.includes(goal.period))
      ? { kind: 'goal' as const, id }
      : []
  })
  return placed(goals, entities.text) ?? (several ? goals : goals.slice(0, 1))
}

const SEVERAL = new Set('both all them those these'.split(' '))

/** Whether a message has words for some of what is listed before: "the monthly one", "both". */
export const meansSome = (entities: Entities): boolean =>
  hasPlace(entities) || entities.words.some((word) => word === 'one' || SEVERAL.has(word))

/** "It" and "that" are the record, or the loop, that the answer before names first. */
export function withMeant(
  query: Query,
  entities: Entities,
  lastAnswer: string,
  context: FounderContext | undefined,
  before: Query | undefined,
): Query {
  if (/^write\.message|^document\.mail/.test(query.intent) && meansIt(entities)) return { ...query, sentOn: lastAnswer }
  if (query.intent === 'write.done' && (query.records.length === 0 || hasPlace(entities))) {
    const records = goalsMeant(entities, query, lastAnswer, context)
    // "The third" is a place, and no word of "the third reminder".
    if (query.records.length === 0 || records.length > 0)
      return { ...query, records, ...(hasPlace(entities) && records.length > 0 && { dictated: '' }) }
  }
  // Of several titles that share a word, the one that stands in the answer before.
  const shown = referencesIn(lastAnswer)
  const records = query.records.filter(({ id }) => shown.some((one) => one.id === id))
  if (records.length > 0) return { ...query, records }
  const place = placeOf(entities)
  const isBare =
    query.intent.startsWith('decisions') &&
    entities.content.length === 0 &&
    query.spans.length === 0 &&
    /\.(?:why|outcome|expected|when)$/.test(query.intent)
  if ((place === undefined && !isBare && !meansIt(entities)) || query.records.length > 0 || query.loops.length > 0)
    return query
  const [subject = ''] = query.intent.split('.')
  // "How many price decisions, and how did they go?" asks for all of them.
  if (
    before &&
    query.intent === 'decisions.outcome' &&
    /^decisions\.(?:count|list)$/.test(before.intent) &&
    entities.words.some((word) => SEVERAL.has(word) || word === 'they')
  )
    return { ...before, intent: 'decisions.share' }
  const references = lastAnswer === '' ? (before?.records ?? []) : referencesIn(lastAnswer)
  const kind = { decisions: 'decision', goals: 'goal', notes: 'note' }[subject]
  const ofKind = distinct(references.filter((one) => one.kind === kind))
  const record = atPlace(ofKind, place ?? 1)
  if (record) return { ...query, records: [record] }
  const known = atPlace([...new Set(loopsIn(lastAnswer, context))], place ?? 1)
  return known && ['messages', 'demos', 'conversions', 'rate', 'loops'].includes(subject)
    ? { ...query, loops: [known] }
    : query
}

const CHOOSES =
  /\bwhich (?:ones?|of (?:them|those|these|the (?:two|three|four|five)))\b|\b(?:the|that|this) (?!(?:first|second|third|fourth|fifth|last|next|same|other|whole|only|right|wrong) )\p{L}+(?: \p{L}+)? ones?\b|\bthe ones? (?:with|about|on|for|from|of|that|where|in)\b|\b(?:just|only) (?:those|these|the ones)\b|\bthose (?:where|that|with|whose|which)\b|\b(?:oldest|newest) of (?:these|those|them)\b/u

/** The goals or decisions of the answer before, where a message chooses some of them by what they are; undefined for any other. */
export function shownMeant({ text }: Entities, lastAnswer: string): readonly RecordReference[] | undefined {
  if (!CHOOSES.test(text) || /^and [\d,]+ more$/m.test(lastAnswer)) return undefined
  const shown = distinct(referencesIn(lastAnswer)).filter(({ kind }) => kind === 'goal' || kind === 'decision')
  return shown.length > 0 ? shown : undefined
}
