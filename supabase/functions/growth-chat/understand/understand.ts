import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { REFERENCES, type RecordReference } from '../../../../domain/records.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import { careIn } from '../care/care.ts'
import type { Query } from '../query.ts'
import { calculationIn, type Calculation } from './arithmetic.ts'
import { mondayOf, weekSpan } from './calendar-spans.ts'
import { candidatesOf, type Candidate } from './choose.ts'
import { entitiesIn, type Entities } from './entities.ts'
import { changed, isFragment, isRevision, mayFollow, revised } from './follow-up.ts'

/** What the last message of a conversation asks. */
export interface Understood {
  readonly query: Query
  /** How likely it is among all readings: 0 to 1. */
  readonly share: number
  /** Other readings, the most likely first. */
  readonly others: readonly Candidate[]
  /** The query before, which this message continues or asks about. */
  readonly before: Query | undefined
  /** The query before that one. */
  readonly earlier: Query | undefined
  readonly calculation: Calculation | undefined
  /** The co-founder's answer before. */
  readonly lastAnswer: string
  /** The second question of the same message: "how long does the cash last and which goals are open?" */
  readonly second: Understood | undefined
}

/** Messages that are read, and characters of the last and of those before: reading costs time that others wait for. */
const MAX_READ = { messages: 12, characters: 1000, before: 300 } as const

/** The state of a conversation: the last query, and the answer to it. */
interface State {
  readonly query: Query | undefined
  readonly earlier: Query | undefined
  readonly calculation: Calculation | undefined
  readonly lastAnswer: string
}

/** Reads a conversation in its order: a message is a query of its own, or changes a field of the one before. */
export function understand(
  messages: readonly ChatMessage[],
  context: FounderContext | undefined,
  today: IsoDate,
): Understood {
  let state: State = { query: undefined, earlier: undefined, calculation: undefined, lastAnswer: '' }
  let understood: Understood | undefined
  const asked = messages.at(-1)
  for (const message of messages.slice(-MAX_READ.messages)) {
    const { role, content } = message
    // A message of distress asks for no figure that the next one could change.
    if (role === 'user' && message !== asked && careIn(content)) continue
    if (role === 'assistant')
      state = { query: state.query, earlier: state.earlier, calculation: state.calculation, lastAnswer: content }
    else {
      const read = content.slice(0, message === asked ? MAX_READ.characters : MAX_READ.before)
      understood = readAll(read, state, context, today)
      const isQuestion = !understood.query.intent.startsWith('follow')
      state = {
        query: isQuestion ? understood.query : state.query,
        earlier: isQuestion ? state.query : state.earlier,
        calculation: understood.calculation,
        lastAnswer: state.lastAnswer,
      }
    }
  }
  return understood ?? read('', state, context, today)
}

/** Where a second question begins: after a question mark, or after "and" with a question word. */
const SECOND =
  /\?\s+(?=\p{L})|[,.;]?\s+(?:and|und|y|et)\s+(?=(?:also )?(?:what|whats|how|hows|when|which|who|why|is|are|do|did|does|where|show|list|since when)\b)|,\s+(?=(?:since when|when|why|did it|is it)\b)/iu
/** Readings that both have to be as likely as this. */
const BOTH = 0.5
const SINGLE = new Set('talk write document follow outside advice'.split(' '))

/** A message with two questions is read as both, if both are understood. */
function readAll(asked: string, state: State, context: FounderContext | undefined, today: IsoDate): Understood {
  const whole = read(asked, state, context, today)
  const mark = SECOND.exec(asked)
  if (!mark || whole.query.suppositions.length > 0 || SINGLE.has(whole.query.intent.split('.')[0] ?? '')) return whole
  const first = read(asked.slice(0, mark.index + 1), state, context, today)
  const after = { query: first.query, earlier: undefined, calculation: undefined, lastAnswer: '' }
  const second = read(asked.slice(mark.index + mark[0].length), after, context, today)
  const isBoth = [first, second].every(
    ({ query, share }) => share >= BOTH && !SINGLE.has(query.intent.split('.')[0] ?? ''),
  )
  return isBoth && first.query.intent !== second.query.intent ? { ...first, second } : whole
}

function read(asked: string, state: State, context: FounderContext | undefined, today: IsoDate): Understood {
  const entities = entitiesIn(asked, context, today)
  const { query: before, lastAnswer } = state
  const canFollow = before !== undefined && mayFollow(entities)
  const candidates = candidatesOf(entities, canFollow)
  const [first] = candidates
  if (!first) throw new Error('no reading of a message')
  const calculation =
    calculationIn(asked) ?? (state.calculation && calculationIn(`${state.calculation.result} ${entities.text}`))
  const own = withMeant(first.query, entities, lastAnswer, context, before)
  const query = before
    ? isRevision(before, entities)
      ? revised(before, own)
      : canFollow
        ? continued(before, own, first, entities, { lastAnswer, context, today })
        : own
    : own
  const others = candidates.slice(1)
  return {
    query,
    share: query === own ? first.share : 1,
    others,
    before,
    earlier: state.earlier,
    calculation,
    lastAnswer,
    second: undefined,
  }
}

/** Own subjects that a fragment keeps: everything that is no figure or list of the query before. */
const STANDALONE = new Set('write document talk define outside advice calendar overview'.split(' '))

/** What a short message after another asks: a query of its own, a question about the answer, or a change of the query. */
function continued(
  before: Query,
  own: Query,
  { share }: Candidate,
  entities: Entities,
  {
    lastAnswer,
    context,
    today,
  }: { readonly lastAnswer: string; readonly context: FounderContext | undefined; readonly today: IsoDate },
): Query {
  const [subject = ''] = own.intent.split('.')
  const [subjectBefore = ''] = before.intent.split('.')
  const names = own.spans.length + own.loops.length + own.periods.length + own.amounts.length > 0
  if (subjectBefore === 'calls' && /\bafter\b|\bthen\b/.test(entities.text) && own.spans.length === 0)
    return { ...before, intent: 'calls.next', ordinal: 2 }
  if (
    subjectBefore === 'advice' &&
    /^(?:(?:and|ok|okay),? )?(?:then|next|after that|what (?:then|next)|what comes (?:then|next|after))\W*$/.test(
      entities.text,
    )
  )
    return { ...own, intent: 'follow.more' }
  if (own.intent === 'follow.change' || (names && /^follow\.(?:count|list|who|when|why)$/.test(own.intent)))
    return changed(before, own, entities, today)
  // "Worth it?" weighs what the answer before is about.
  if (own.asksVerdict && !names && isFragment(entities))
    return { ...own, intent: 'advice.decisions', loops: loopsIn(lastAnswer, context).slice(0, 1), about: before.about }
  const [loop] = loopsIn(lastAnswer, context)
  if (loop && /^loops\.(?:rank|best|worst)$/.test(before.intent) && !names && subject !== 'follow' && meansIt(entities))
    return { ...own, intent: 'loops.describe', loops: [loop] }
  const place = placeOf(entities)
  const record = place === undefined ? undefined : referencesIn(lastAnswer)[place - 1]
  if (record && own.intent.endsWith('.when'))
    return { ...own, intent: record.kind === 'decision' ? 'decisions.when' : 'goals.when', records: [record] }
  if (subject === 'follow') return own
  const time = timeMeant(entities, own, lastAnswer)
  if (entities.known.length > 0 && share > 0.5) return own
  if (!isFragment(entities)) return time ? { ...own, spans: [time] } : own
  if (STANDALONE.has(subject) && share > 0.5 && !/^(?:and|what about|how about)\b/.test(entities.text)) return own
  const isSame = subject === subjectBefore
  const hasOwnNoun = entities.concepts.has(
    ({ 'net-burn': 'netBurn', 'break-even': 'breakEven', 'check-ins': 'checkIns', priorities: 'priority' }[subject] ??
      subject) as never,
  )
  if (isSame || !hasOwnNoun || share < 0.15) {
    // A measure that is named replaces the one before.
    const merged = changed(before, own, entities, today)
    return time && own.spans.length === 0 ? { ...merged, spans: [time] } : merged
  }
  return {
    ...own,
    spans: own.spans.length > 0 ? own.spans : time ? [time] : before.spans,
    loops: own.loops.length > 0 ? own.loops : before.loops,
  }
}

const DATE = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}\b/

/** "That week" is the week that the answer before names first. */
function timeMeant({ text }: Entities, { spans }: Query, lastAnswer: string) {
  const [day] = DATE.exec(lastAnswer) ?? []
  if (!day || spans.length > 0 || !/\b(?:that|the same) week\b|\bback then\b|\bthen\b|\bat that time\b/.test(text))
    return undefined
  return weekSpan(mondayOf(new Date(`${day} UTC`).toISOString().slice(0, 10) as IsoDate))
}

/** The records that the answer before names, in its order. */
export const referencesIn = (answer: string): RecordReference[] =>
  [...answer.matchAll(REFERENCES)].map(({ groups }) => groups as unknown as RecordReference)

const loopsIn = (answer: string, context: FounderContext | undefined) =>
  referencesIn(answer).flatMap(({ kind, id }) =>
    kind === 'loop' ? (context?.loops.find((loop) => loop.id === id) ?? []) : [],
  )

const meansIt = ({ words }: Entities): boolean =>
  words.some((word) => ['it', 'that', 'this', 'them', 'those'].includes(word))

/** The place in a list that "the first one" means. */
function placeOf({ text }: Entities): number | undefined {
  const place = ['first', 'second', 'third'].findIndex((word) => text.includes(`${word} one`))
  return place < 0 ? undefined : place + 1
}

/** "It" and "that" are the record, or the loop, that the answer before names first. */
function withMeant(
  query: Query,
  entities: Entities,
  lastAnswer: string,
  context: FounderContext | undefined,
  before: Query | undefined,
): Query {
  if (/^write\.message|^document\.mail/.test(query.intent) && meansIt(entities)) return { ...query, sentOn: lastAnswer }
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
