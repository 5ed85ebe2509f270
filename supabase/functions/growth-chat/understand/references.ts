import { REFERENCES, type RecordReference } from '../../../../domain/records.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext, Loop } from '../../_shared/founder-records.ts'
import type { Query } from '../query.ts'
import { mondayOf, weekSpan, type Span } from './calendar-spans.ts'
import type { Entities } from './entities.ts'

const DATE = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}\b/

/** Whether a message means the time of the answer before: "that week", "back then". */
export const meansTime = ({ text }: Entities, { spans }: Query): boolean =>
  spans.length === 0 && /\b(?:that|the same) week\b|\bthen\b|\bat that time\b/.test(text)

/** "That week" is the week that the answer before names first. */
export function timeMeant(entities: Entities, query: Query, lastAnswer: string): Span | undefined {
  const [day] = DATE.exec(lastAnswer) ?? []
  if (!day || !meansTime(entities, query)) return undefined
  return weekSpan(mondayOf(new Date(`${day} UTC`).toISOString().slice(0, 10) as IsoDate))
}

/** The records that the answer before names, in its order. */
export const referencesIn = (answer: string): RecordReference[] =>
  [...answer.matchAll(REFERENCES)].map(({ groups }) => groups as unknown as RecordReference)

export const loopsIn = (answer: string, context: FounderContext | undefined): Loop[] =>
  referencesIn(answer).flatMap(({ kind, id }) =>
    kind === 'loop' ? (context?.loops.find((loop) => loop.id === id) ?? []) : [],
  )

/** Whether a message has a word for something before. "This" of "this week" is none: a time is one slot. */
export const meansIt = ({ readings: [words = []] }: Entities): boolean =>
  words.some((word) => ['it', 'that', 'this', 'them', 'those'].includes(word))

/** The place in a list that "the first one" means. */
export function placeOf({ text }: Entities): number | undefined {
  const place = ['first', 'second', 'third'].findIndex((word) => text.includes(`${word} one`))
  return place < 0 ? undefined : place + 1
}

/**
 * The open goals of the answer before that a message says are done: "the monthly one", "the second one", "it", "both". A
 * message with words of its own means none of them: "mark the lease as done".
 */
export function goalsMeant(
  entities: Entities,
  { periods }: Query,
  lastAnswer: string,
  context: FounderContext | undefined,
): RecordReference[] {
  const place = placeOf(entities)
  const several = entities.words.some((word) => SEVERAL.has(word))
  const refers = place !== undefined || several || periods.length > 0 || meansIt(entities)
  if (!refers && entities.unread.length > 0) return []
  const shown = new Set(referencesIn(lastAnswer).flatMap(({ kind, id }) => (kind === 'goal' ? id : [])))
  const goals = [...shown].flatMap((id) => {
    const goal = context?.goals.find((one) => one.id === id)
    return goal && !goal.completed && (periods.length === 0 || periods.includes(goal.period))
      ? { kind: 'goal' as const, id }
      : []
  })
  if (place !== undefined) return goals.slice(place - 1, place)
  return several ? goals : goals.slice(0, 1)
}

const SEVERAL = new Set('both all them those these'.split(' '))

/** Whether a message has words for some of what is listed before: "the monthly one", "both". */
export const meansSome = ({ words }: Entities): boolean => words.some((word) => word === 'one' || SEVERAL.has(word))

/** "It" and "that" are the record, or the loop, that the answer before names first. */
export function withMeant(
  query: Query,
  entities: Entities,
  lastAnswer: string,
  context: FounderContext | undefined,
  before: Query | undefined,
): Query {
  if (/^write\.message|^document\.mail/.test(query.intent) && meansIt(entities)) return { ...query, sentOn: lastAnswer }
  if (query.intent === 'write.done' && query.records.length === 0)
    return { ...query, records: goalsMeant(entities, query, lastAnswer, context) }
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
  const references = lastAnswer === '' ? (before?.records ?? []) : referencesIn(lastAnswer)
  const kind = { decisions: 'decision', goals: 'goal', notes: 'note' }[subject]
  const record = references.filter((one) => one.kind === kind)[(place ?? 1) - 1]
  if (record) return { ...query, records: [record] }
  const [known] = loopsIn(lastAnswer, context)
  return known && ['messages', 'demos', 'conversions', 'rate', 'loops'].includes(subject)
    ? { ...query, loops: [known] }
    : query
}
